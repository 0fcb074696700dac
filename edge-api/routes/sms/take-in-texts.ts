// POST and GET sms/inbound/:provider: an SMS operator delivers incoming text messages (offline rule 21).
import * as z from 'zod/mini';
import { bounded } from '#contract/wire/values.ts';
import { readBytes } from '../../middleware/body.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { takeInTexts } from '../../services/sittings/take-in-text.ts';

const declared = (method: 'get' | 'post') =>
  endpoint(
    {
      route: `${method} /sms/inbound/:provider`,
      who: 'gateway',
      summary:
        'Incoming text messages (infobip, vonage, or custom as configured). Texts that are refused for good are answered with success too, so that the operator doesn’t send them again.',
      params: z.object({ provider: bounded(20).check(z.regex(/^[a-z]+$/)) }),
      reply: z.object({ received: z.literal(true) }),
      problems: ['forbidden', 'too-large', 'unavailable'],
    },
    async ({ deps, params, request }) => {
      const provider = Object.hasOwn(deps.inboundTexts, params.provider)
        ? deps.inboundTexts[params.provider]
        : undefined;
      const { headers } = request;
      const query = new URL(request.url).searchParams;
      if (!provider?.isExpected({ query, headers })) throw new Problem('forbidden');
      const body = new TextDecoder().decode(
        method === 'post' ? await readBytes(request, provider.largest) : new Uint8Array(),
      );
      const texts = provider.read({ query, headers, body }, deps.now());
      if (!texts) throw new Problem('forbidden');
      await takeInTexts(deps, texts);
      return { received: true as const };
    },
  );

export const inboundTexts = [declared('post'), declared('get')];
