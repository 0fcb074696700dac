// Times every request under its route's pattern.
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { observeRequest } from '../services/metrics/registry.ts';

export const measure: MiddlewareHandler = async (c, next) => {
  const start = performance.now();
  await next();
  // The pattern of the handler that answered; what nothing answered must not make a label of its address.
  const route = c.res.status === 404 && routePath(c).includes('*') ? 'none' : routePath(c);
  observeRequest(
    { method: c.req.method, route, status: c.res.status },
    (performance.now() - start) / 1_000,
  );
};
