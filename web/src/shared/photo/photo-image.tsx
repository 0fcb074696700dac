/** A candidate's photograph, in the shape that it has on an ID card. */
import { PHOTO_HEIGHT, PHOTO_WIDTH } from '#contract/site/photo.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './photo.module.css';

interface PhotoProps {
  /** In base64. */
  jpeg: string;
  /** What the photo shows, for people who can't see it. */
  alt: string;
  large?: boolean;
}

export function PhotoImage({ jpeg, alt, large = false }: PhotoProps) {
  return (
    <img
      className={classNames(styles.photo, large && styles.large)}
      src={`data:image/jpeg;base64,${jpeg}`}
      alt={alt}
      width={PHOTO_WIDTH}
      height={PHOTO_HEIGHT}
    />
  );
}
