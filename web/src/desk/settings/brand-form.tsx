/** The company that runs the site: name, address, contacts, GSTIN and links. */
import * as z from 'zod/mini';
import { brandSchema, companySchema, settingsSchema } from '#contract/desk/settings.ts';
import { socialSites } from '#contract/site/brand.ts';
import { states } from '#contract/site/registration.ts';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { api } from '#web/shared/http.ts';
import { showBrand } from '#web/shared/known-brand.ts';
import { Select, TextArea, TextField } from '#web/ui/field.tsx';
import { SettingForm, useSettingForm } from './policies-form.tsx';
import styles from './settings.module.css';

const reply = settingsSchema.shape.brand;

const siteNames: Record<(typeof socialSites)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
};

/** The form's flat fields. The address becomes a list of lines here; formSchema groups the links, as the server expects. */
const flat = {
  name: brandSchema.shape.name,
  line: brandSchema.shape.line,
  city: brandSchema.shape.city,
  state: brandSchema.shape.state,
  phone: brandSchema.shape.phone,
  email: brandSchema.shape.email,
  gstin: brandSchema.shape.gstin,
  invoicePrefix: companySchema.shape.invoicePrefix,
  address: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) =>
        typed
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      ),
    ),
    brandSchema.shape.address,
  ),
  ...brandSchema.shape.links.shape,
};
const formSchema = z.pipe(
  z.object(flat),
  z.transform(({ facebook, instagram, linkedin, x, youtube, ...rest }) => ({
    ...rest,
    links: { facebook, instagram, linkedin, x, youtube },
  })),
);

interface BrandFormProps {
  setting: z.output<typeof reply>;
  onReload: () => void;
}

export function BrandForm({ setting, onReload }: BrandFormProps) {
  const { value } = setting;
  const state = useSettingForm({
    path: 'settings/brand',
    schema: formSchema,
    reply,
    setting,
    what: 'these details',
    inWords,
    readNewest: async () => (await api.get('settings', settingsSchema)).brand,
    onSaved: (saved) => showBrand(brandSchema.parse(saved.value)),
  });
  const text = (name: 'name' | 'line' | 'city' | 'gstin', label: string, most: number) => (
    <TextField label={label} name={name} defaultValue={value[name]} maxLength={most} />
  );
  return (
    <SettingForm state={state} action="Save company" onReload={onReload}>
      {text('name', 'Name', 80)}
      <div className={styles.wide}>{text('line', 'What the company does', 120)}</div>
      <div className={styles.wide}>
        <TextArea
          label="Address"
          hint="At most five lines"
          name="address"
          defaultValue={value.address.join('\n')}
        />
      </div>
      {text('city', 'City', 60)}
      <Select
        label="State"
        name="state"
        placeholder="Select a state"
        options={states.map((name) => ({ value: name, label: name }))}
        defaultValue={value.state}
      />
      <TextField label="Phone" name="phone" type="tel" defaultValue={value.phone} />
      <TextField label="Email" name="email" type="email" defaultValue={value.email} />
      {text('gstin', 'GSTIN', 15)}
      <TextField
        label="Invoice numbers begin with"
        name="invoicePrefix"
        defaultValue={value.invoicePrefix}
        maxLength={2}
      />
      {socialSites.map((site) => (
        <TextField
          key={site}
          label={siteNames[site]}
          name={site}
          type="url"
          optional
          placeholder="https://"
          defaultValue={value.links[site]}
        />
      ))}
    </SettingForm>
  );
}

function inWords({ value }: z.output<typeof reply>): InWords {
  return {
    Name: value.name,
    'What the company does': value.line,
    Address: value.address.join('\n'),
    City: value.city,
    State: value.state,
    Phone: value.phone,
    Email: value.email,
    GSTIN: value.gstin,
    'Invoice numbers begin with': value.invoicePrefix ?? '',
    ...Object.fromEntries(socialSites.map((site) => [siteNames[site], value.links[site]])),
  };
}
