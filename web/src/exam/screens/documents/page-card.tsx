/** One page: a picture of it, how much of it is sent, and what can be done with it. */
import { useEffect, useRef, useState } from 'react';
import type { PageRow } from '#web/exam/local-db/rows.ts';
import { continueAt } from '#web/ui/continue-at.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import styles from './documents-screen.module.css';

interface PageCardProps {
  /** From 1. */
  number: number;
  last: boolean;
  /**
   * Null when the page was added on another phone and the exam server is not known to have it; undefined until this
   * phone's pages have been read.
   */
  page: PageRow | null | undefined;
  readOnly: boolean;
  onMove: (step: 1 | -1) => void;
  onRetake: () => void;
  onRemove: () => void;
}

export function PageCard(props: PageCardProps) {
  const { number, last, page, readOnly, onMove, onRetake, onRemove } = props;
  /** Null until Remove is first pressed. */
  const [removing, setRemoving] = useState<boolean | null>(null);
  const moved = useRef<HTMLElement>(null);
  // The button moves with its page and loses the focus by that; put it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new place.
  useEffect(() => continueAt(moved.current), [number]);

  const act = (label: string, icon: IconName, onClick: () => void, unable = readOnly) => (
    <button
      type="button"
      className={styles.act}
      aria-label={`${label} page ${number}`}
      // `disabled` would lose the focus at the last step.
      aria-disabled={unable}
      onClick={({ currentTarget }) => {
        moved.current = currentTarget;
        if (!unable) onClick();
      }}
    >
      <Icon name={icon} size="sm" />
      <span>{label}</span>
    </button>
  );
  return (
    <li className={styles.page}>
      <Thumbnail page={page} />
      <p className={styles.number}>Page {number}</p>
      <Progress page={page} />
      {removing ? (
        <div key="removing" className={styles.cardActs}>
          <p ref={continueAt}>Remove page {number}?</p>
          <button type="button" className={styles.act} onClick={onRemove}>
            Remove
          </button>
          <button type="button" className={styles.act} onClick={() => setRemoving(false)}>
            Keep
          </button>
        </div>
      ) : (
        <div
          key="acts"
          ref={removing === null ? undefined : continueAt}
          className={styles.cardActs}
        >
          {act('Move up', 'arrow-up', () => onMove(-1), readOnly || number === 1)}
          {act('Move down', 'arrow-down', () => onMove(1), readOnly || last)}
          {act('Retake', 'refresh', onRetake)}
          {act('Remove', 'trash', () => setRemoving(true))}
        </div>
      )}
    </li>
  );
}

function Thumbnail({ page }: Pick<PageCardProps, 'page'>) {
  const [url, setUrl] = useState<string | null>(null);
  const isPicture = page?.type.startsWith('image/') ?? false;
  const bytes = page?.bytes;
  const sha256 = page?.sha256;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each read gives new bytes of the same page.
  useEffect(() => {
    if (!bytes || !isPicture) return;
    const address = URL.createObjectURL(new Blob([bytes]));
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [sha256, isPicture]);

  if (url) return <img className={styles.thumbnail} src={url} alt="" />;
  return (
    <span className={styles.thumbnail}>
      <Icon name="document" size="lg" />
    </span>
  );
}

function Progress({ page }: Pick<PageCardProps, 'page'>) {
  if (page === undefined) return null;
  if (!page)
    return (
      <p className={styles.refused}>
        This page is only on your other phone. Open the exam there until it’s sent, or retake the
        page here.
      </p>
    );
  if (page.pending === 0 && !page.refusal)
    return <p className={styles.note}>Received by the exam server</p>;
  if (page.refusal) return <p className={styles.refused}>{page.refusal}</p>;
  const size = page.bytes.byteLength;
  const kilobytes = (count: number) => Math.ceil(count / 1_000).toLocaleString('en-IN');
  return (
    <div className={styles.note}>
      <progress value={page.sent} max={size} aria-label="Sent" />
      <span>
        {page.sent === 0
          ? `On this phone, ${kilobytes(size)} KB`
          : `${kilobytes(page.sent)} of ${kilobytes(size)} KB sent`}
      </span>
    </div>
  );
}
