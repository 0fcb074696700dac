/**
 * One slide at a time, turning every five seconds (turn-carousel.ts). All slides lie on one place, so that turning moves
 * nothing below.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './carousel.module.css';
import { turnCarousel } from './turn-carousel.ts';

interface CarouselProps {
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
}

export function Carousel({ label, slides }: CarouselProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ref.current) turnCarousel(ref.current);
  }, []);
  return (
    <section
      ref={ref}
      className={styles.carousel}
      data-carousel
      aria-roledescription="carousel"
      aria-label={label}
    >
      <div className={styles.slides} aria-live="off">
        {slides.map(({ key, content }, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
          <div
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${at + 1} of ${slides.length}`}
            className={styles.slide}
            data-shown={at === 0}
          >
            {content}
          </div>
        ))}
      </div>
      <div className={styles.controls}>
        <button type="button" data-plain data-back aria-label="Previous">
          <Icon name="arrow-left" />
        </button>
        <button type="button" data-plain data-on aria-label="Next">
          <Icon name="arrow-right" />
        </button>
        <button
          type="button"
          data-plain
          data-starts
          className={styles.starts}
          aria-label="Stop turning"
        >
          <Icon name="pause" />
          <Icon name="play" />
        </button>
        {/* It may have turned before it came to life. */}
        <p className={styles.place} aria-hidden="true" data-place suppressHydrationWarning>
          {`1 / ${slides.length}`}
        </p>
      </div>
    </section>
  );
}
