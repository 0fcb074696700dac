// Everything in a request is bounded before anything looks at it: each declared text by its length, each declared number by
// what the database can store. This holds for future endpoints, too.
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints, rootEndpoints } from '#api/routes/endpoints.ts';

/** Checks that look at nothing but the length of a text. */
const LENGTH_CHECKS = new Set(['max_length', 'min_length', 'length_equals']);

/** Two patterns may come first: they are anchored and linear (tests/patterns.test.ts), and belong to the wire that phones know. */
const DIGEST = String(/^[0-9a-f]{64}$/);

/** Numbers that are stored with 64 bits, or not at all. */
const WIDE_NUMBERS = /(^|\.)(at|elapsed|below|until)$/;
const LARGEST_INTEGER = 2_147_483_647;

type Found = { unbounded: string[]; wide: string[]; texts: number };

function isHarmless({ _zod }: z.core.$ZodCheck): boolean {
  const { check, format, pattern } = _zod.def as z.core.$ZodCheckStringFormatDef;
  if (LENGTH_CHECKS.has(check)) return true;
  return check === 'string_format' && (format === 'datetime' || String(pattern) === DIGEST);
}

function isStop({ _zod }: z.core.$ZodCheck): boolean {
  return _zod.def.check === 'max_length' && _zod.def.abort === true;
}

/** @param bounded whether an earlier part of the pipe has bounded this already */
function look(schema: z.core.$ZodType, path: string, found: Found, bounded = false): boolean {
  const { def } = schema._zod as unknown as z.core.$ZodTypes['_zod'];
  const checks = def.checks ?? [];
  switch (def.type) {
    case 'string': {
      found.texts++;
      const own = 'check' in def ? [schema as unknown as z.core.$ZodCheck] : [];
      let stopped = bounded;
      for (const check of [...own, ...checks]) {
        stopped ||= isStop(check);
        if (!stopped && !isHarmless(check)) found.unbounded.push(path);
      }
      return stopped;
    }
    case 'number': {
      const most = checks.map(({ _zod: { def: check } }) =>
        check.check === 'less_than' ? (check as z.core.$ZodCheckLessThanDef).value : Infinity,
      );
      const isWhole = [def, ...checks.map(({ _zod }) => _zod.def)].some(
        (part) => 'check' in part && part.check === 'number_format',
      );
      if (
        isWhole &&
        !most.some((value) => Number(value) <= LARGEST_INTEGER) &&
        !WIDE_NUMBERS.test(path)
      )
        found.wide.push(path);
      return true;
    }
    case 'object':
      for (const [key, value] of Object.entries(def.shape)) look(value, `${path}.${key}`, found);
      return true;
    case 'array':
      return look(def.element, `${path}.*`, found);
    case 'optional':
    case 'nullable':
    case 'default':
      return look(def.innerType, path, found, bounded);
    case 'union': {
      const each = def.options.map((option) => look(option, path, found, bounded)).every(Boolean);
      if (!each && checks.length > 0) found.unbounded.push(path);
      return each;
    }
    case 'pipe': {
      const before = look(def.in, path, found, bounded);
      return look(def.out, path, found, before);
    }
    case 'transform':
      if (!bounded) found.unbounded.push(path);
      return true;
    case 'boolean':
    case 'enum':
    case 'literal':
      return true;
    default:
      throw new Error(`This test doesn't know ${def.type} at ${path}.`);
  }
}

function lookAt(parts: readonly ('body' | 'query' | 'params')[]): Found {
  const found: Found = { unbounded: [], wide: [], texts: 0 };
  for (const { declaration } of [...endpoints, ...rootEndpoints]) {
    for (const part of parts) {
      const schema = declaration[part];
      if (schema) look(schema, `${declaration.route} ${part}`, found);
    }
  }
  return found;
}

test('no text of a JSON body reaches a pattern or a transformation before its length is bounded', () => {
  const { unbounded, texts } = lookAt(['body']);
  expect(texts).toBeGreaterThan(100);
  expect(unbounded).toEqual([]);
});

test('no whole number of a request is greater than what the database can store', () => {
  expect(lookAt(['body', 'query', 'params']).wide).toEqual([]);
});

test('a JSON body is limited to what a form needs; only bodies from candidates, proctors, questions, photographs and candidate lists may be longer', () => {
  const longer = [...endpoints, ...rootEndpoints].flatMap(({ declaration: { path, bodyLimit } }) =>
    bodyLimit === undefined ? [] : [path],
  );
  expect(longer.sort()).toEqual([
    '/account/photo',
    '/exams/:id/merit/categories',
    '/exams/:id/participants/room',
    '/exams/submit-mcq',
    '/proctor/acts',
    '/questions/:id',
    '/sync/push',
  ]);
});
