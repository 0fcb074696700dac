/** The enquiry for Germany, which is an application too (specification, /germanyopportunity). */
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApplicationForm } from './application-form.tsx';
import styles from './enquiries.module.css';
import { THANKS } from './thanks.ts';

interface GermanyFormProps {
  /** /germany-program. */
  thanksPath: string;
}

export function GermanyForm({ thanksPath }: GermanyFormProps) {
  const navigate = useNavigate();
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>Enquiry for Germany Placement Program</h2>
      <ApplicationForm
        form="germany"
        course="Germany Job Placement"
        action="Submit Application"
        thanks={THANKS}
        fallback="Submission failed"
        onSent={() => {
          window.alert(THANKS);
          navigate(thanksPath);
        }}
      />
    </section>
  );
}
