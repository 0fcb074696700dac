// One endpoint = one declaration: who may call it, what it takes, what it answers. Rights and shapes are
// checked here before the handler runs, and the OpenAPI document is made from the same declarations, so
// an endpoint without a stated right can't be written.
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
 * `gateway`: anyone may knock, the request itself must carry the payment gateway's proof.
 * `operator`: the machinery around the server, from this machine or with METRICS_TOKEN.
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

/** Those who need no session. */
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
  /** A JSON body; or `form` for multipart, with the most bytes it may have. */
  body?: B;
  /** The most bytes of a JSON body, where it needs more than a form that a person fills in. */
  bodyLimit?: number;
  form?: { limitBytes: number; describe: Record<string, string> };
  /** The JSON answer, or what else comes back in words. */
  reply: R | { describe: string };
  status?: 200 | 201 | 303;
  /** Refusals peculiar to this endpoint; those of rights and shape are implied. */
  problems?: readonly ProblemCode[];
  /** Whether a session that must choose a new password may call it. */
  beforePasswordChange?: boolean;
  /** Whether an administrator who must set up a second factor may call it. */
  beforeSecondFactor?: boolean;
  /** Whether a blocked candidate may call it: what an exam under way needs to be submitted. */
  whileBlocked?: boolean;
  /** Whether a standby may answer, some seconds late: only where the office reads. X-Data-Age tells how late. */
  mayLag?: W extends 'admin' ? boolean : never;
  /**
   * For what a whole hall asks in the same second: a few at a time, from looking at the session on, so that others hardly wait. Nobody
   * holds a place while their body is read, and a caller who has hung up meanwhile is passed over.
   */
  inTurn?: InTurn;
  /**
   * What comes instead of `unavailable` while the database is gone, and so from somebody whom nobody can know.
   * @param failure to be thrown if the database is there
   */
  whileGone?: (deps: Deps, request: Request, from: Unknown, failure: unknown) => Promise<Response>;
};

/** A caller whom nobody can know: their token, hashed, and their network address. */
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
  /** Adds a header to the answer. */
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
  /** As it was declared, and its route in two parts. */
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
      caller: caller as CallerOf<W>, // callerOf has thrown where W asks for someone and there is nobody
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
 * An endpoint whose own statement checks the session, so that what candidates do all the time is one round
 * trip. The handler asks for the caller before it reveals or changes anything by another statement.
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
      given = parse(body, await readJsonBody(c, declaration.bodyLimit)) as z.output<B>; // parse has thrown when it isn't one
    } catch (refusal) {
      await requireCaller(); // a caller without the right learns nothing of shapes
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
 * Beside what anyone may see, or that it isn't found: the caller's session has ended, and there may be more to see after
 * a new sign-in.
 */
export function saysSignedOut(c: Context): Record<string, string> {
  return c.get(SIGNED_OUT) ? { [SIGNED_OUT]: 'yes' } : {};
}

function tokenOf(c: Context): string | undefined {
  return /^Bearer (\S{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/** What of a declaration says who may come in, and how far signed in. */
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
  // Where anyone may look, half a sign-in and who is shut out see what anyone sees, and so does whose session has ended.
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

/** A workbook is under way before the database could refuse what it can't hold, so that is refused here. */
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

/** What was sent, in the shape it must have. @throws Problem invalid, app-too-old */
export function readAs<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: describeIssue });
  if (result.success) return result.data;
  throw speaksAnother(result.error, value) ? new Problem('app-too-old') : invalid(result.error);
}

/** Whether a device names a protocol that isn't spoken here: then nothing else of its shape can be judged. */
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

/** A refused shape, with each field named as the sender named it. */
function invalid(error: z.core.$ZodError): Problem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body';
    if (!Object.hasOwn(fields, name)) fields[name] = issue.message;
  }
  return new Problem('invalid', { fields });
}

/** A uid in a body or path that isn't the caller's own is refused; the administrator may name anyone. */
export function requireOwn(caller: Caller, uid: string): string {
  const named = uid.toUpperCase();
  if (caller.role === 'admin') return named;
  if (caller.uid !== named) throw new Problem('forbidden');
  return named;
}
