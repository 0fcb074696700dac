/** Stream, year and marks for each level of education; all optional. */
import { type EducationLevel, educationLevels, passingYears } from '#contract/site/registration.ts';
import { Select, TextField } from '#web/ui/field.tsx';
import { useIsAlive } from '#web/ui/use-is-alive.ts';
import styles from './education-fields.module.css';
import type { FieldProps } from './form-section.tsx';
import { FormSection } from './form-section.tsx';

const levelNames: Record<EducationLevel, { short: string; long: string }> = {
  ssc: { short: 'SSC', long: 'SSC (10th class)' },
  inter: { short: 'Inter', long: 'Intermediate (12th class)' },
  grad: { short: 'Degree', long: 'Graduation (degree)' },
  btech: { short: 'B.Tech', long: 'B.Tech' },
  pg: { short: 'PG', long: 'Post-graduation' },
  other: { short: 'Other', long: 'Other qualification' },
};

export function EducationFields({ field }: { field: (name: string) => FieldProps }) {
  // A page prerendered in one year may be opened in the next, so the years come once the page is alive; nobody can
  // choose before.
  const years = useIsAlive() ? passingYears(new Date().getFullYear()) : [];
  const options = years.map((year) => ({ value: year, label: year }));
  return (
    <FormSection legend="Your education">
      <p className={styles.note}>Fill in whatever applies. You can leave the rest blank.</p>
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
                // Renders the field anew once the years are there, so that its year is selected.
                key={years.length}
                options={options}
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
