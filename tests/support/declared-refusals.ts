/** A refusal that its endpoint doesn't declare stands in no document: each one that a test meets is held to that. */
import { refusalsOf } from '#api/routes/docs/open-api.ts';
import { endpoints } from '#api/routes/endpoints.ts';
import { problemBodySchema } from '#contract/wire/problems.ts';

const known = endpoints.map(({ declaration }) => ({
  name: `${declaration.method} ${declaration.path}`,
  method: declaration.method.toUpperCase(),
  path: new RegExp(`^/api(?:/api)?/v1${declaration.path.replace(/:\w+/g, '[^/]+')}$`),
  declared: new Set<string>(refusalsOf(declaration)),
}));

/** Any request may meet them: the database is away, or something broke. */
const ANYWHERE = new Set<string>(['unavailable', 'internal']);

/** @throws Error when the refusal isn't one that its endpoint declares */
export async function checkDeclared(
  asked: { method: string; path: string },
  response: Response,
): Promise<void> {
  if (response.ok || !response.headers.get('content-type')?.includes('json')) return;
  const problem = problemBodySchema.safeParse(await response.clone().json());
  const [path = ''] = asked.path.split('?');
  const endpoint = known.find((one) => one.method === asked.method && one.path.test(path));
  if (!problem.success || !endpoint) return;
  const { code } = problem.data;
  if (!ANYWHERE.has(code) && !endpoint.declared.has(code))
    throw new Error(`${endpoint.name} doesn’t declare ${code}`);
}
