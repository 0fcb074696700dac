// On an https site every answer says so for a year, and none may stand in a stranger's frame. Behind https is
// HTTP/2, which sends a header once; over plain HTTP, on a developer's machine, neither means anything.
import type { MiddlewareHandler } from 'hono';

export const httpsHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', "frame-ancestors 'self'");
};
