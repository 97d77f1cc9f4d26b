import { codeOf, type LocationId, locationIdOf, NATION, ZONES, type ZoneCode, zoneOfState } from './location-id.ts';
import { LGA_NAMES } from './reference-lgas.ts';

/** A state (or the FCT) as INEC publishes it, with ISO 3166-2 code, capital and figures of 2023. */
export interface StateFact {
  id: LocationId;
  code: string;
  name: string;
  iso: string;
  capital: string;
  zone: ZoneCode;
  lgas: number;
  wards: number;
  units: number;
}

/** A local government area; `aliases` are spellings in other registers. */
export interface LgaFact {
  id: LocationId;
  code: string;
  name: string;
  aliases: readonly string[];
}

/** Code, name, ISO code, capital, LGAs, wards, polling units of 2023. */
const STATE_ROWS = [
  '01|Abia|NG-AB|Umuahia|17|184|4062',
  '02|Adamawa|NG-AD|Yola|21|226|4104',
  '03|Akwa Ibom|NG-AK|Uyo|31|329|4353',
  '04|Anambra|NG-AN|Awka|21|326|5720',
  '05|Bauchi|NG-BA|Bauchi|20|212|5423',
  '06|Bayelsa|NG-BY|Yenagoa|8|105|2244',
  '07|Benue|NG-BE|Makurdi|23|276|5102',
  '08|Borno|NG-BO|Maiduguri|27|312|5071',
  '09|Cross River|NG-CR|Calabar|18|193|3281',
  '10|Delta|NG-DE|Asaba|25|270|5863',
  '11|Ebonyi|NG-EB|Abakaliki|13|171|2946',
  '12|Edo|NG-ED|Benin City|18|192|4519',
  '13|Ekiti|NG-EK|Ado Ekiti|16|177|2445',
  '14|Enugu|NG-EN|Enugu|17|260|4145',
  '15|Gombe|NG-GO|Gombe|11|114|2988',
  '16|Imo|NG-IM|Owerri|27|305|4758',
  '17|Jigawa|NG-JI|Dutse|27|287|4522',
  '18|Kaduna|NG-KD|Kaduna|23|255|8012',
  '19|Kano|NG-KN|Kano|44|484|11222',
  '20|Katsina|NG-KT|Katsina|34|361|6652',
  '21|Kebbi|NG-KE|Birnin Kebbi|21|225|3743',
  '22|Kogi|NG-KO|Lokoja|21|239|3508',
  '23|Kwara|NG-KW|Ilorin|16|193|2887',
  '24|Lagos|NG-LA|Ikeja|20|245|13325',
  '25|Nasarawa|NG-NA|Lafia|13|147|3256',
  '26|Niger|NG-NI|Minna|25|274|4950',
  '27|Ogun|NG-OG|Abeokuta|20|236|5042',
  '28|Ondo|NG-ON|Akure|18|203|3933',
  '29|Osun|NG-OS|Osogbo|30|332|3763',
  '30|Oyo|NG-OY|Ibadan|33|351|6390',
  '31|Plateau|NG-PL|Jos|17|207|4989',
  '32|Rivers|NG-RI|Port Harcourt|23|319|6866',
  '33|Sokoto|NG-SO|Sokoto|23|244|3991',
  '34|Taraba|NG-TA|Jalingo|16|168|3597',
  '35|Yobe|NG-YO|Damaturu|17|178|2823',
  '36|Zamfara|NG-ZA|Gusau|14|147|3529',
  '37|Federal Capital Territory|NG-FC|Abuja|6|62|2822',
];

function idOf(code: string): LocationId {
  const id = locationIdOf(code);
  if (id === undefined) throw new RangeError(`No location ${code}`);
  return id;
}

function parseState(row: string): StateFact {
  const [code = '', name = '', iso = '', capital = '', lgas, wards, units] = row.split('|');
  const zone = zoneOfState(Number(code));
  if (!zone) throw new RangeError(`No zone for state ${code}`);
  return {
    id: idOf(code),
    code,
    name,
    iso,
    capital,
    zone,
    lgas: Number(lgas),
    wards: Number(wards),
    units: Number(units),
  };
}

function parseLgas(state: StateFact): LgaFact[] {
  return (LGA_NAMES[state.code] ?? '').split('|').map((entry, index) => {
    const [name = '', aliases] = entry.split(':');
    const code = `${state.code}-${String(index + 1).padStart(2, '0')}`;
    return { id: idOf(code), code, name, aliases: aliases?.split(';') ?? [] };
  });
}

export const NATION_NAME = 'Nigeria';

/** The 36 states and the FCT, in INEC's order. */
export const STATES: readonly StateFact[] = STATE_ROWS.map(parseState);

/** The 774 local government areas, in the order of their codes. */
export const LGAS: readonly LgaFact[] = STATES.flatMap(parseLgas);

/** All places the product ships: the nation, its zones, states and LGAs; parents before children. */
export function referenceLocations(): { id: LocationId; code: string; name: string }[] {
  const zones = Object.entries(ZONES).map(([code, { name }]) => ({ id: idOf(code), code, name }));
  const nation = { id: NATION, code: codeOf(NATION), name: NATION_NAME };
  return [nation, ...zones, ...STATES, ...LGAS].map(({ id, code, name }) => ({ id, code, name }));
}
