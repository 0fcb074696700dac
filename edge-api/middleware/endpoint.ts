// Each endpoint is one declaration: who may call it, what it takes and what it answers. Rights and shapes are
// checked here before the handler runs, and the OpenAPI document is made from the same declarations. `who` is required,
// so an endpoint without a stated right doesn't compile.
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import {
  type Asker,
  type Caller,
  findSession,
  hashToken,
  requireChosenPassword,
} from '#api/services/auth/sessions.ts';
import { fewAtOnce, type InTurn } from '#api/services/in-turn.ts';
import { readLate } from '#api/services/replica/read-late.ts';
import type { ProblemCode } from '#contract/wire/problems.ts';
import { type Role, sessionReplySchema } from '#contract/wire/users.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../problem.ts';
import { addressOf } from './address.ts';
import { describeIssue, readForm, readJsonBody } from './body.ts';
import { lastChange, noteOffice } from './last-change.ts';
import { isOperator } from './operator.ts';
import { reply } from './reply.ts';
import { noteCaller } from './security-log.ts';

/**
 * `gateway`: anyone may call; the handler must check the payment gateway's proof in the request.
 * `operator`: monitoring, with METRICS_TOKEN or, if that isn't set, from this machine.
 */
export type Who =
  | 'anyone'
  | 'gateway'
  | 'operator'
  | 'signed-in'
  | 'candidate'
  | 'proctor'
  | 'admin'
  | 'staff'
  | 'candidate-or-admin';

/** Callers that need no session. */
type Unnamed = 'anyone' | 'gateway' | 'operator';

const rolesOf: Record<Exclude<Who, Unnamed>, readonly Role[]> = {
  'signed-in': ['candidate', 'proctor', 'admin'],
  candidate: ['candidate'],
  proctor: ['proctor'],
  admin: ['admin'],
  staff: ['proctor', 'admin'],
  'candidate-or-admin': ['candidate', 'admin'],
};

type Schema = z.ZodMiniType;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type CallerOf<W extends Who> = W extends Unnamed ? Caller | null : Caller;

/** Method and path below /api/v1, with :names for parameters: `get /exams/:id`. */
export type Route<M extends string = 'get' | 'post' | 'put' | 'delete'> = `${M} /${string}`;

export type Declaration<W extends Who, P, Q, B, R> = {
  route: Route;
  who: W;
  summary: string;
  params?: P;
  query?: Q;
  /** The schema of a JSON body. An endpoint that takes a form has `form` instead. */
  body?: B;
  /** The most bytes of a JSON body; set it if the body can be larger than a form that a person fills in. */
  bodyLimit?: number;
  form?: { limitBytes: number; describe: Record<string, string> };
  /** The schema of the JSON reply, or a description of any other reply. */
  reply: R | { describe: string };
  status?: 200 | 201 | 303;
  /** The endpoint's own refusals. Refusals about rights and shape are implied. */
  problems?: readonly ProblemCode[];
  /** True if a user who must first choose a new password may call it. */
  beforePasswordChange?: boolean;
  /** True if an administrator who must first set up a second factor may call it. */
  beforeSecondFactor?: boolean;
  /** True if a blocked candidate may call it: they may still submit an exam under way. */
  whileBlocked?: boolean;
  /** True if a standby may answer, some seconds behind; only for the office's reads. X-Data-Age says how many seconds. */
  mayLag?: W extends 'admin' ? boolean : never;
  /**
   * For requests that a whole exam hall sends in the same second: only a few are processed at a time, from the look-up of
   * the session on, so that other requests hardly wait. A request takes no place while its body is read, and is dropped
   * if its caller has hung up meanwhile.
   */
  inTurn?: InTurn;
  /**
   * Replaces the error reply when the request fails unexpectedly, as it does while the database is gone. The caller's
   * session may be unchecked then.
   * @param failure the error; throw it if the database can be reached, so that it isn't the cause
   */
  whileGone?: (deps: Deps, request: Request, from: Unknown, failure: unknown) => Promise<Response>;
};

/** A caller whose session can't be checked: the hash of their token, and their network address. */
export type Unknown = { token: string; address: string };

export type Call<W extends Who = Who, P = unknown, Q = unknown, B = unknown> = {
  deps: Deps;
  caller: CallerOf<W>;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** Only for endpoints with `form`. */
  form: FormData;
  request: Request;
  /** The network address of the caller, for throttling. */
  address: string;
  /** Adds a header to the reply. */
  header(name: string, value: string): void;
};

type AnyDeclaration = Declaration<
  Who,
  Schema | undefined,
  Schema | undefined,
  Schema | undefined,
  Schema
>;
export type Endpoint = {
  /** The declaration, with the route also split into method and path. */
  declaration: AnyDeclaration & { method: string; path: string };
  mount(app: Hono, base: string, deps: Deps): void;
};

export function endpoint<
  W extends Who,
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  declaration: Declaration<W, P, Q, B, R>,
  handle: (call: Call<W, P, Q, B>) => Promise<z.input<R> | Response>,
): Endpoint {
  const { inTurn, status = 200 } = declaration;
  const answer = async (c: Context, deps: Deps): Promise<Response> => {
    const find = () => callerOf(c, deps, declaration);
    const caller = await (inTurn ? inTurn(find) : find());
    const act = () => answerTo(c, deps, caller);
    return declaration.form && caller ? fewAtOnce(caller.uid, act) : act();
  };
  const answerWhileGone = async (c: Context, deps: Deps): Promise<Response> => {
    try {
      return await answer(c, deps);
    } catch (error) {
      const token = tokenOf(c);
      if (!declaration.whileGone || !token || error instanceof Problem) throw error;
      const from = { token: hashToken(token), address: addressOf(c, deps.settings.trustProxy) };
      return declaration.whileGone(deps, c.req.raw, from, error);
    }
  };
  const answerTo = async (c: Context, deps: Deps, caller: Caller | null): Promise<Response> => {
    const headers = saysSignedOut(c);
    const asked = {
      caller: caller as CallerOf<W>, // callerOf throws when W requires a caller and there is none
      params: parse(declaration.params, c.req.param()) as Parsed<P>,
      query: (declaration.query ? parse(declaration.query, readQuery(c)) : undefined) as Parsed<Q>,
      body: (declaration.body
        ? parse(declaration.body, await readJsonBody(c, declaration.bodyLimit))
        : undefined) as Parsed<B>,
      form: declaration.form ? await readForm(c, declaration.form.limitBytes) : NO_FORM,
      request: c.req.raw,
      address: addressOf(c, deps.settings.trustProxy),
      header: (name: string, value: string) => {
        headers[name] = value;
      },
    };
    const read = (from: Deps) => handle({ ...asked, deps: from });
    if (inTurn) {
      const result = await inTurn(() => {
        if (c.req.raw.signal.aborted) throw new Problem('unavailable', { retryAfter: 5 });
        return read(deps);
      });
      return answerWith(c, result, headers);
    }
    if (!declaration.mayLag) return answerWith(c, await read(deps), headers);
    const { result, age } = await readLate(deps, lastChange(c.req.raw), read);
    const response = answerWith(c, result, headers);
    if (age !== null) response.headers.set('x-data-age', String(age));
    return response;
  };
  const answerWith = (
    c: Context,
    result: z.input<R> | Response,
    headers: Record<string, string>,
  ): Response => {
    const shape: unknown = declaration.reply;
    if (shape === sessionReplySchema) noteCaller(c, readAs(sessionReplySchema, result).user.uid);
    return result instanceof Response ? result : reply(c, result, status, headers);
  };
  return mounted(declaration, declaration.whileGone ? answerWhileGone : answer);
}

/**
 * An endpoint whose own SQL statement checks the session, so that the most frequent calls of candidates take one round
 * trip to the database. The handler must call `requireCaller` before any other statement reveals or changes anything.
 */
export function endpointByStatement<R extends Schema, B extends Schema>(
  declaration: Declaration<'candidate', undefined, undefined, B, R> & { body: B },
  handle: (call: { deps: Deps; asker: Asker; body: z.output<B> }) => Promise<z.input<R>>,
): Endpoint {
  const { body, status = 200 } = declaration;
  const answer = async (c: Context, deps: Deps): Promise<Response> => {
    const token = tokenOf(c);
    if (!token) throw new Problem('signed-out');
    const requireCaller = async () => {
      const caller = await findSession(deps.db, token, deps.now());
      return permitted(caller, declaration, deps);
    };
    let given: z.output<B>;
    try {
      given = parse(body, await readJsonBody(c, declaration.bodyLimit)) as z.output<B>; // parse throws for any other shape
    } catch (refusal) {
      await requireCaller(); // a caller without the right must not learn what is wrong with the body
      throw refusal;
    }
    const asker = { tokenHash: hashToken(token), requireCaller };
    return reply(c, await handle({ deps, asker, body: given }), status);
  };
  return mounted(declaration, answer);
}

function mounted(
  declaration: AnyDeclaration,
  answer: (c: Context, deps: Deps) => Promise<Response>,
): Endpoint {
  const [method = '', path = ''] = declaration.route.split(' ');
  return {
    declaration: { ...declaration, method, path },
    mount: (app, base, deps) => {
      app.on(method.toUpperCase(), `${base}${path}`, (c) => answer(c, deps));
    },
  };
}

const NO_FORM = new FormData();

const SIGNED_OUT = 'x-signed-out';

/**
 * A header for public replies and refusals (such as 404) to a caller whose session has ended: after signing in again they
 * may see more.
 */
export function saysSignedOut(c: Context): Record<string, string> {
  return c.get(SIGNED_OUT) ? { [SIGNED_OUT]: 'yes' } : {};
}

function tokenOf(c: Context): string | undefined {
  return /^Bearer (\S{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/** The parts of a declaration that admit callers who may do almost nothing else. */
type Entry = Pick<AnyDeclaration, 'beforePasswordChange' | 'beforeSecondFactor' | 'whileBlocked'>;

function lacksSecondFactor(caller: Caller | null, { settings }: Deps): boolean {
  return settings.secondFactorRequired && caller?.role === 'admin' && !caller.hasSecondFactor;
}

async function callerOf(
  c: Context,
  deps: Deps,
  declaration: Entry & { who: Who },
): Promise<Caller | null> {
  const { who } = declaration;
  const token = tokenOf(c);
  if (who === 'operator') {
    if (isOperator(c, token, deps.settings)) return null;
    throw new Problem('forbidden');
  }
  const caller = token ? await findSession(deps.db, token, deps.now()) : null;
  if (caller) noteCaller(c, caller.uid);
  if (caller?.role === 'admin') noteOffice(c);
  // An endpoint for anyone treats these callers as visitors: one whose session has ended, a blocked candidate, and an
  // administrator who still lacks the second factor.
  if (token && !caller) c.set(SIGNED_OUT, true);
  if (who === 'anyone' || who === 'gateway')
    return lacksSecondFactor(caller, deps) || caller?.isBlocked ? null : caller;
  return permitted(caller, { ...declaration, who }, deps);
}

function permitted(
  caller: Caller | null,
  {
    who,
    beforePasswordChange,
    beforeSecondFactor,
    whileBlocked,
  }: Entry & { who: keyof typeof rolesOf },
  deps: Deps,
): Caller {
  if (!caller) throw new Problem('signed-out');
  if (caller.isBlocked && !whileBlocked) throw new Problem('account-blocked');
  if (!beforePasswordChange) requireChosenPassword(caller);
  if (lacksSecondFactor(caller, deps) && !beforeSecondFactor) {
    throw new Problem('forbidden', { sentence: 'Please set up your second factor first.' });
  }
  if (!rolesOf[who].includes(caller.role)) throw new Problem('forbidden');
  return caller;
}

/** Refuses the NUL character, which Postgres can't hold, before a workbook is on its way. @throws Problem invalid */
function readQuery(c: Context): Record<string, string> {
  const query = c.req.query();
  for (const [name, value] of Object.entries(query)) {
    if (value.includes('\0'))
      throw new Problem('invalid', {
        fields: { [name]: 'We can’t search for that. Please try different words.' },
      });
  }
  return query;
}

function parse(schema: Schema | undefined, value: unknown): unknown {
  return schema ? readAs(schema, value) : undefined;
}

/** Parses what was sent. @throws Problem invalid; app-too-old for a protocol that this server doesn't speak */
export function readAs<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: describeIssue });
  if (result.success) return result.data;
  throw speaksAnother(result.error, value) ? new Problem('app-too-old') : invalid(result.error);
}

/** True when a device names a protocol that this server doesn't speak. Other faults of the body mean nothing then. */
function speaksAnother({ issues }: z.core.$ZodError, value: unknown): boolean {
  const named = z.safeParse(protocolNamedSchema, value).data;
  const protocol = named?.protocol ?? named?.device?.protocol;
  return protocol !== undefined && issues.some(({ path }) => path.at(-1) === 'protocol');
}

const protocolSchema = z.optional(z.int());
const protocolNamedSchema = z.object({
  protocol: protocolSchema,
  device: z.optional(z.object({ protocol: protocolSchema })),
});

/** The refusal of a wrong shape. It names each field as the sender did, and keeps the first fault of each. */
function invalid(error: z.core.$ZodError): Problem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body';
    if (!Object.hasOwn(fields, name)) fields[name] = issue.message;
  }
  return new Problem('invalid', { fields });
}

/**
 * Refuses a uid in a body or path that isn't the caller's own; an administrator may name anyone.
 * @returns the uid in upper case @throws Problem forbidden
 */
export function requireOwn(caller: Caller, uid: string): string {
  const named = uid.toUpperCase();
  if (caller.role === 'admin') return named;
  if (caller.uid !== named) throw new Problem('forbidden');
  return named;
}
