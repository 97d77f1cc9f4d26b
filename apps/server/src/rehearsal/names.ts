import { seeded } from './random.ts';

const FIRST = (
  'Abubakar Ada Adaeze Adamu Adebayo Adeola Adesuwa Afolabi Aisha Akpan Amaka Aminu Anita Babajide Bala Bisi Blessing Bola ' +
  'Chidi Chiamaka Chinedu Chioma Damilola Danjuma Ebele Efe Ejike Ekaette Emeka Esther Fatima Femi Folake Funke Garba Gloria ' +
  'Grace Habiba Halima Hauwa Ibrahim Idris Ifeanyi Ifeoma Imoh Ini Isa Jibrin John Joy Kabiru Kemi Kunle Ladi Laraba Lawal ' +
  'Mary Mohammed Musa Nduka Ngozi Nkem Nneka Nuhu Obinna Okon Olu Osaro Patience Peter Rasheed Rita Sadiq Salisu Samuel Segun ' +
  'Tega Temitope Titilayo Tunde Uche Usman Victor Yakubu Yemi Yusuf Zainab'
).split(' ');
const LAST = (
  'Abdullahi Abiola Abubakar Adeleke Adeyemi Afolayan Agbo Ajayi Akande Akinola Akpabio Aliyu Amadi Anyanwu Asuquo Awolowo ' +
  'Ayodele Babangida Balogun Bassey Bello Danladi Dike Dogara Ebong Edet Effiong Egwu Ekanem Eze Ezeokafor Fashola Gambo ' +
  'George Haruna Hassan Ibe Idowu Igwe Ikpeazu Inyang Iroha Isah Jimoh Kalu Lawan Madu Mohammed Mustapha Nnadi Nwachukwu ' +
  'Nwosu Obi Odili Ogbonna Ogunleye Ojo Okafor Okeke Okonkwo Okoro Oladipo Olatunji Omotosho Onu Onyekachi Osagie Oyedele ' +
  'Sani Shehu Suleiman Tijani Udo Ugwu Umar Usman Uzor Wada Yakubu Yusuf'
).split(' ');

/** Random names from common Nigerian ones; the same for the same seed. */
export function nameGiver(seed: string): () => string {
  const random = seeded(seed);
  const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)] ?? '';
  return () => `${pick(FIRST)} ${pick(LAST)}`;
}
