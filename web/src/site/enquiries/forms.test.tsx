import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { contactRequestSchema } from '#contract/site/enquiries.ts';
import { NewsletterBox } from '#web/app/layouts/footer.tsx';
import { ContactForm } from '#web/site/contact-section.tsx';
import { CourseForm } from '#web/site/course.page.tsx';
import { GermanyForm } from '#web/site/germany.page.tsx';
import { LONGEST_MESSAGE } from './enquiry-form.tsx';
import { HireUsDialog } from './hire-us-dialog.tsx';

const hireUs = <HireUsDialog open onClose={() => {}} />;
const course = <CourseForm course="US CMA" thanksPath="/acmat" />;
const germany = <GermanyForm thanksPath="/germany-program" />;

function render(form: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location="/">{form}</StaticRouter>);
}

const named = (html: string) => [...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);

it.each([
  ['contact', <ContactForm key="c" />, ['firstname', 'lastname', 'email', 'phone', 'message']],
  ['Hire Us', hireUs, ['name', 'phone', 'email', 'message']],
  ['Germany', germany, ['name', 'phone', 'email', 'course', 'amount', 'txnId']],
  ['a course', course, ['name', 'phone', 'email', 'course', 'amount', 'txnId']],
  ['the newsletter', <NewsletterBox key="n" />, ['email']],
])('%s asks for its fields, and has a hidden one as a trap for bots', (_, form, fields) => {
  expect(named(render(form)).sort()).toEqual([...fields, 'website'].sort());
});

it('Hire Us names the service where it was pressed', () => {
  const html = render(<HireUsDialog open service="Accounting" onClose={() => {}} />);
  expect(html).toContain('About: <strong>Accounting</strong>');
  expect(html).toContain('<input type="hidden" name="service" value="Accounting"/>');
});

it('no text is cut while it is typed, and the message may be as long as the server accepts', () => {
  for (const form of [<ContactForm key="c" />, hireUs, germany, course])
    expect(render(form)).not.toMatch(/maxlength/i);
  const sent = {
    firstname: 'A',
    lastname: 'B',
    email: 'a@example.com',
    phone: '9876543210',
    message: 'x'.repeat(LONGEST_MESSAGE),
  };
  expect(contactRequestSchema.safeParse(sent).success).toBe(true);
  expect(contactRequestSchema.safeParse({ ...sent, message: `${sent.message}x` }).success).toBe(
    false,
  );
});

it('every field that a person sees is required and has a label', () => {
  for (const form of [<ContactForm key="c" />, hireUs, germany, course]) {
    const html = render(form);
    const seen = html.match(/<(?:input|textarea)(?=[^>]* id=)[^>]*>/g) ?? [];
    expect(seen.length).toBeGreaterThanOrEqual(3);
    for (const control of seen) {
      expect(control).toContain('required=""');
      const id = / id="([^"]+)"/.exec(control)?.[1];
      expect(html).toContain(`for="${id}"`);
    }
  }
});

it('the forms show their titles and the amounts to pay', () => {
  expect(render(germany)).toContain('Enquiry for Germany Placement Program');
  expect(render(germany)).toContain('Submit Application');
  expect(render(germany)).toContain('name="amount" value="50000"');
  expect(render(course)).toContain('name="amount" value="1000"');
  expect(render(hireUs)).toContain('Hire Us');
});
