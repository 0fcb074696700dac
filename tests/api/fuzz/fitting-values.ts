// Values that fit a JSON schema, its limits included. What a schema can't express (a date in this century, an id
// that exists) is left to the caller.
import fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonSchema = {
  type?: string;
  const?: Json;
  enum?: Json[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
};

export function fitting(schema: JsonSchema): fc.Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.allOf)
    return fitting(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: leastOf(schema), max: schema.maximum ?? Number.MAX_SAFE_INTEGER });
    case 'number':
      return fc
        .integer({ min: Math.ceil(leastOf(schema) * 100), max: (schema.maximum ?? 1e9) * 100 })
        .map((hundredths) => hundredths / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return fc.record(shapeOf(schema), { requiredKeys: schema.required ?? [] });
    default:
      return fc.constantFrom<Json>(null, true, 7, 'anything', [], {});
  }
}

export function shapeOf({ properties = {} }: JsonSchema): Record<string, fc.Arbitrary<Json>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, fitting(property)]),
  );
}

function leastOf({ minimum, exclusiveMinimum }: JsonSchema): number {
  return exclusiveMinimum === undefined ? (minimum ?? 0) : exclusiveMinimum + 1;
}

function text({ pattern, minLength = 0, maxLength = 400 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern?.includes('@')) return fc.nat().map((number) => `asha${number}@example.in`);
  if (pattern)
    return fc
      .stringMatching(new RegExp(pattern, 'u'))
      .filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.oneof(
    { weight: 4, arbitrary: line.map((said) => said.slice(0, maxLength).padEnd(minLength, 'x')) },
    { weight: 1, arbitrary: fc.constant('अ'.repeat(Math.min(maxLength, 2_000))) },
  );
}

/** Made once, because gathering all characters takes a while. */
const line = fc.string({ unit: 'grapheme', maxLength: 40 });
