// The OpenAPI document as the server sends it: its operations, and whether an answer is one that it describes.
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';
import type { TestApi } from '#tests/support/api.ts';
import type { JsonSchema } from './fitting-values.ts';

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);
const content = z.record(z.string(), z.object({ schema }));
const operationSchema = z.object({
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema }),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.optional(content) }),
  ),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

export type Operation = z.infer<typeof operationSchema> & {
  /** As in the table of rights: `get /exams/:id`. */
  name: string;
  method: string;
  path: string;
  /** What in an answer of this status and body differs from the document; null when nothing does. */
  misfit(status: number, body: unknown): string | null;
};

export async function readDocument(api: TestApi): Promise<Operation[]> {
  const { body } = await api.request('openapi.json');
  const { paths } = documentSchema.parse(body);
  // Patterns describe dates more exactly than `format` does, so `format` is ignored.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(Object(body), 'openapi');
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const path = template.replace(/\{(\w+)\}/g, ':$1');
      return {
        ...operation,
        name: `${method} ${path}`,
        method,
        path,
        misfit(status: number, answer: unknown) {
          const told = operation.responses[status];
          if (!told) return `status ${status} isn’t told of`;
          if (!told.content) return null;
          const place = `paths/${template.replaceAll('/', '~1')}/${method}/responses/${status}`;
          const fits = ajv.getSchema(
            `openapi#/${encodeURI(place)}/content/application~1json/schema`,
          );
          if (!fits) throw new Error(`no schema at ${place}`);
          if (!fits(answer)) return ajv.errorsText(fits.errors);
          const code: unknown = status < 400 ? null : Object(answer).code;
          return code === null || told.description.includes(`\`${code}\``)
            ? null
            : `code ${code} isn’t told of`;
        },
      };
    }),
  );
}
