/** deploy/kubernetes uses the program's real settings, port and addresses, and its parts refer to each other by their real names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { readEnvironment } from '#api/environment.ts';
import { getHealth, getReadiness } from '#api/routes/health/health.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const parts = ['pariksha.yaml', 'secret.example.yaml'].flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((one): unknown => one.toJS()),
);
const kindOf = (one: unknown) => z.object({ kind: z.string() }).parse(one).kind;
const part = <T>(kind: string, shape: z.ZodType<T>): T => {
  const found = parts.find((one) => kindOf(one) === kind);
  return shape.parse(z.object({ spec: z.unknown() }).parse(found).spec);
};

const labels = z.record(z.string(), z.string());
const named = z.object({ name: z.string() });
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = part(
  'Deployment',
  z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        volumes: z.array(named),
        containers: z.tuple([
          z.object({
            ports: z.tuple([named.extend({ containerPort: z.int() })]),
            startupProbe: probe,
            readinessProbe: probe,
            livenessProbe: probe,
            volumeMounts: z.array(named.extend({ mountPath: z.string() })),
          }),
        ]),
      }),
    }),
  }),
);
const [container] = deployment.template.spec.containers;
/** The variables that the last stage of the image sets. */
const image = Object.fromEntries(
  [...read('deploy/Dockerfile').matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);
const settings = z
  .array(z.object({ data: labels.optional(), stringData: labels.optional() }))
  .parse(parts)
  .reduce<Record<string, string>>(
    (all, { data, stringData }) => Object.assign(all, data, stringData),
    {},
  );

describe('the manifests for Kubernetes', () => {
  it('have settings with which production starts, all listed in .env.example', () => {
    const told = read('.env.example');
    expect(Object.keys(settings).filter((name) => !told.includes(`${name}=`))).toEqual([]);
    const env = readEnvironment({ ...image, ...settings });
    expect(env).toMatchObject({ secondFactorRequired: true, trustProxy: true, demo: false });
    expect(env.files.store).toBe('s3');
  });

  it('use the server’s probe addresses and port, and mount the folders it writes to', () => {
    const { startupProbe, readinessProbe, livenessProbe, ports, volumeMounts } = container;
    expect(startupProbe.httpGet.path).toBe(getReadiness.declaration.path);
    expect(readinessProbe.httpGet.path).toBe(getReadiness.declaration.path);
    expect(livenessProbe.httpGet.path).toBe(getHealth.declaration.path);
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
      expect(httpGet.port).toBe(ports[0].name);
    expect(String(ports[0].containerPort)).toBe(image.PORT);
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([image.DATA_DIR, '/tmp']);
    const lent = deployment.template.spec.volumes.map(({ name }) => name);
    expect(volumeMounts.map(({ name }) => name)).toEqual(lent);
  });

  it('refer to each other by the right names', () => {
    const pods = deployment.template.metadata.labels;
    const service = part(
      'Service',
      z.object({ selector: labels, ports: z.tuple([named.extend({ targetPort: z.string() })]) }),
    );
    const disruption = part(
      'PodDisruptionBudget',
      z.object({ selector: z.object({ matchLabels: labels }) }),
    );
    expect(deployment.selector.matchLabels).toEqual(pods);
    expect(service.selector).toEqual(pods);
    expect(disruption.selector.matchLabels).toEqual(pods);
    expect(service.ports[0].targetPort).toBe(container.ports[0].name);
    const names = parts.map((one) => z.object({ metadata: named }).parse(one).metadata.name);
    expect(new Set(names)).toEqual(new Set(['pariksha']));
    const ingress = part(
      'Ingress',
      z.object({ tls: z.array(z.object({ hosts: z.array(z.string()) })) }),
    );
    expect(ingress.tls[0]?.hosts).toEqual([new URL(settings.PUBLIC_URL ?? '').hostname]);
  });
});
