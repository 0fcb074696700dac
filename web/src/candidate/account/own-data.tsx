/** Everything held about somebody, for them to take along. */
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import styles from './account.module.css';

export function OwnData({ uid }: { uid: string }) {
  return (
    <>
      <p>
        One file with everything we hold about you: your details, what you agreed to, your exams
        with your answers and scores, payments and receipts, and a list of the pages you submitted.
      </p>
      <p className={styles.note}>
        It is a text file (JSON) that other programs can read. Keep it private: it has your address
        and your mobile number in it.
      </p>
      <DownloadButton path="account/data" fileName={`my-data-${uid}.json`}>
        Download my data
      </DownloadButton>
    </>
  );
}
