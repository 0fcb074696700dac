/** Stream, year and marks for each level of education; all optional. */
import { type EducationLevel, educationLevels, passingYears } from '#contract/wire/users.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './education-fields.module.css';
import type { FieldProps } from './field-props.ts';
import { FormSection } from './form-section.tsx';

const levelNames: Record<EducationLevel, { short: string; long: string }> = {
  ssc: { short: 'SSC', long: 'SSC (10th class)' },
  inter: { short: 'Inter', long: 'Intermediate (12th class)' },
  grad: { short: 'Degree', long: 'Graduation (degree)' },
  btech: { short: 'B.Tech', long: 'B.Tech' },
  pg: { short: 'PG', long: 'Post-graduation' },
  other: { short: 'Other', long: 'Other qualification' },
};

const years = passingYears.map((year) => ({ value: year, label: year }));

export function EducationFields({ field }: { field: (name: string) => FieldProps }) {
  return (
    <FormSection legend="Your education">
      <p className={styles.note}>Fill in what you have. You may leave any of it empty.</p>
      {educationLevels.map((level) => {
        const { short, long } = levelNames[level];
        return (
          <details key={level} className={styles.level} open={level === 'ssc'}>
            <summary>{long}</summary>
            <div className={styles.levelFields}>
              <TextField label={`${short} stream`} optional {...field(`${level}Stream`)} />
              <Select
                label={`${short} year`}
                optional
                placeholder="Choose the year"
                options={years}
                {...field(`${level}Year`)}
              />
              <TextField
                label={`${short} marks`}
                optional
                inputMode="decimal"
                {...field(`${level}Marks`)}
              />
            </div>
          </details>
        );
      })}
    </FormSection>
  );
}
