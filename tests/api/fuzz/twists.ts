// How a request that would succeed is changed: not at all, filled with other fitting values, spoiled in one place, or
// sent by somebody else. Fast-check draws the changes, and shrinks the one that found something.
import fc from 'fast-check';
import type { Operation } from './document.ts';
import { fitting, type Json, type JsonSchema, shapeOf } from './fitting-values.ts';
import type { Attempt } from './recipes.ts';

export type Sender = 'as-meant' | 'nobody' | 'candidate' | 'proctor' | 'admin' | 'forged';
export type Spoil =
  | { how: 'not at all' }
  | { how: 'value'; at: number; value: Json }
  | { how: 'known id'; at: number; which: number }
  | { how: 'left out'; at: number }
  | { how: 'added'; name: string; value: Json }
  | { how: 'raw body'; body: string };
export type Twist = { sender: Sender; more: { [name: string]: Json }; spoil: Spoil };

/** Stands for a number too large for JSON readers, who take it as infinite. */
const INFINITE = '∞';

const nasty: Json[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  0.5,
  1e-7,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 63,
  1e308,
  INFINITE,
  [],
  {},
  [null],
  [[[[]]]],
  { length: -1 },
  'NaN',
  '1e9',
  '-0',
  '\0',
  'a\0b',
  '\ud800',
  'half \udc00 a character',
  '\u202e right to left',
  '😀'.repeat(50),
  'e\u0301'.repeat(60),
  "'; drop table users; --",
  '%25%00\\_',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '0000-00-00',
  '0001-01-01T00:00:00.000Z',
  '1999-02-29',
  '2026-02-30T10:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '10000-01-01',
  '+275760-09-13T00:00:00.000Z',
  'x'.repeat(1_000),
  'अ'.repeat(9_000),
  'x'.repeat(40_000),
];
const rawBodies = [
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":1}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"__proto__":{"role":"admin"}}',
  '\ufeff{}',
  'a=1&b=2',
];

export function twistsOf(operation: Operation): fc.Arbitrary<Twist> {
  const body = operation.requestBody?.content['application/json']?.schema;
  const schemas = [...operation.parameters.map(({ schema }) => schema), ...partsOf(body)];
  const at = fc.nat(200);
  const how = <H extends Spoil['how']>(word: H) => fc.constant(word);
  const spoil = often<Spoil>(
    [2, fc.record({ how: how('not at all') })],
    [6, fc.record({ how: how('value'), at, value: fc.oneof(fc.constantFrom(...nasty), binary) })],
    [
      2,
      fc.record({ how: how('value'), at, value: fc.oneof(fc.boolean(), ...schemas.map(fitting)) }),
    ],
    [2, fc.record({ how: how('known id'), at, which: fc.nat(60) })],
    [1, fc.record({ how: how('left out'), at })],
    [1, fc.record({ how: how('added'), name: addedName, value: fc.constantFrom(...nasty) })],
    [1, fc.record({ how: how('raw body'), body: fc.constantFrom(...rawBodies) })],
  );
  const sender = often<Sender>(
    [6, fc.constant('as-meant')],
    [1, fc.constantFrom('nobody', 'candidate', 'proctor', 'admin', 'forged')],
  );
  const more = often<Twist['more']>(
    [1, fc.constant({})],
    [
      1,
      fc
        .subarray(Object.entries(body?.properties ?? {}))
        .chain((some) => fc.record(shapeOf({ properties: Object.fromEntries(some) }))),
    ],
  );
  return fc.record({ sender, more, spoil });
}

const binary = fc.string({ unit: 'binary', maxLength: 20 });
const addedName = fc.constantFrom('__proto__', 'constructor', 'role', 'uid', '_id', 'a\0b');

/** Picks one of these, each in proportion to its number. */
function often<T>(...ways: [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...ways.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

function partsOf(schema: JsonSchema | undefined): JsonSchema[] {
  if (!schema) return [];
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...inner.flatMap(partsOf)];
}

/** @param known ids of everything in the world, other people's included */
export function twist(attempt: Attempt, { more, spoil }: Twist, known: readonly string[]): Attempt {
  const made = clone(attempt);
  if (made.json) made.json = { ...more, ...made.json };
  const places = placesOf(made);
  const place = 'at' in spoil ? places[spoil.at % places.length] : undefined;
  switch (spoil.how) {
    case 'value':
      place?.set(spoil.value);
      break;
    case 'known id':
      place?.set(known[spoil.which % known.length] ?? '');
      break;
    case 'left out':
      place?.drop();
      break;
    case 'added':
      add(made.json ?? made.query ?? {}, spoil.name, spoil.value);
  }
  return made;
}

/** The value as JSON text, with INFINITE as a number that readers take as infinite. */
export function toText(value: Json): string {
  return JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999');
}

type Place = { set(value: Json): void; drop(): void };

function placesOf({ json, query, params, form }: Attempt): Place[] {
  const flat = (texts: Record<string, string | File>, mayDrop: boolean): Place[] =>
    Object.keys(texts).map((name) => ({
      set: (value) => {
        texts[name] = typeof value === 'string' ? value : toText(value);
      },
      drop: () => {
        if (mayDrop) delete texts[name];
      },
    }));
  return [
    ...(json ? within(json) : []),
    ...flat(query ?? {}, true),
    ...flat(params ?? {}, false),
    ...flat(form ?? {}, true),
  ];
}

/** Every value inside, at any depth. */
function within(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder: Record<string, Json> | Json[] = value;
  return Object.entries(holder).flatMap(([name, inner]) => [
    {
      set: (other: Json) => Object.assign(holder, { [name]: other }),
      drop: () => Reflect.deleteProperty(holder, name),
    },
    ...within(inner),
  ]);
}

/** Also works for the name `__proto__`. */
function add(object: object, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}

function clone(attempt: Attempt): Attempt {
  const { params, query, json, form } = attempt;
  return {
    ...attempt,
    ...(params && { params: { ...params } }),
    query: { ...query },
    ...(json && { json: structuredClone(json) }),
    ...(form && { form: { ...form } }),
  };
}
