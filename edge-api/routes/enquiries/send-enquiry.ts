// POST contact, POST enquiries (Hire Us), POST newsletter.
import {
  contactRequestSchema,
  hireUsRequestSchema,
  newsletterRequestSchema,
} from '#contract/site/enquiries.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { takeContact, takeHireUs, takeNewsletter } from '../../services/enquiries/store-enquiry.ts';

const done = { success: true as const };
const common = {
  method: 'post',
  who: 'anyone',
  reply: successReplySchema,
  status: 201,
  problems: ['throttled'],
} as const;

export const postContact = endpoint(
  {
    ...common,
    path: '/contact',
    summary: 'A message to the office; the same id sent twice is stored once.',
    body: contactRequestSchema,
  },
  async ({ deps, body, address }) => {
    await takeContact(deps, body, address);
    return done;
  },
);

export const postHireUs = endpoint(
  {
    ...common,
    path: '/enquiries',
    summary: 'A company’s enquiry (Hire Us); the same id sent twice is stored once.',
    body: hireUsRequestSchema,
  },
  async ({ deps, body, address }) => {
    await takeHireUs(deps, body, address);
    return done;
  },
);

export const postNewsletter = endpoint(
  {
    ...common,
    path: '/newsletter',
    summary: 'Subscribes an e-mail address to the newsletter; an address is stored once.',
    body: newsletterRequestSchema,
  },
  async ({ deps, body, address }) => {
    await takeNewsletter(deps, body, address);
    return done;
  },
);
