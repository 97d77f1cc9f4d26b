import { describe, expect, test } from 'vitest';
import { codeOf, isInside, locationType, parentOf, ZONES } from './location-id.ts';
import { LGAS, referenceLocations, STATES } from './reference-data.ts';

describe('reference data', () => {
  test('holds the nation, 6 zones, 37 states and 774 LGAs, each with its own code', () => {
    const all = referenceLocations();
    expect(all).toHaveLength(1 + 6 + 37 + 774);
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    expect(STATES).toHaveLength(37);
    expect(LGAS).toHaveLength(774);
    expect(Object.keys(ZONES)).toHaveLength(6);
  });

  test('counts 8,809 wards and 176,846 polling units', () => {
    const sum = (pick: (state: (typeof STATES)[number]) => number) => STATES.reduce((n, state) => n + pick(state), 0);
    expect(sum(({ lgas }) => lgas)).toBe(774);
    expect(sum(({ wards }) => wards)).toBe(8809);
    expect(sum(({ units }) => units)).toBe(176_846);
  });

  test('gives each location an id that leads back to its code, below a parent that is there', () => {
    const ids = new Set(referenceLocations().map(({ id }) => id));
    for (const { id, code } of referenceLocations()) {
      expect(codeOf(id)).toBe(code);
      const parent = parentOf(id);
      expect(parent === null || ids.has(parent)).toBe(true);
    }
    expect(STATES.every((state) => LGAS.filter((lga) => isInside(lga.id, state.id)).length === state.lgas)).toBe(true);
    expect(LGAS.every(({ id }) => locationType(id) === 'lga')).toBe(true);
  });

  test('has six LGA names that occur in more than one state', () => {
    const counts = Map.groupBy(LGAS, ({ name }) => name);
    const repeated = [...counts].filter(([, rows]) => rows.length > 1).map(([name]) => name);
    expect(repeated.sort()).toEqual(['Bassa', 'Ifelodun', 'Irepodun', 'Nasarawa', 'Obi', 'Surulere']);
  });

  test('knows Ikeja as 24-11 and Lagos as NG-LA with Ikeja for its capital', () => {
    expect(LGAS.find(({ code }) => code === '24-11')).toMatchObject({ name: 'Ikeja', aliases: [] });
    expect(STATES.find(({ code }) => code === '24')).toMatchObject({ name: 'Lagos', iso: 'NG-LA', capital: 'Ikeja' });
  });
});
