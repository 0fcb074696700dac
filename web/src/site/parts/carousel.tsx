/**
 * One slide at a time, turning every five seconds; it waits under the pointer and the focus, stops at a
 * press, and turns only by its buttons for people who asked for less motion. All slides lie on one place,
 * so that turning moves nothing below. A change that somebody asked for is spoken; one by itself is not.
 */
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './carousel.module.css';
import { neighbour, TURN_MS, turnsByItself } from './turning.ts';

interface CarouselProps {
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
}

export function Carousel({ label, slides }: CarouselProps) {
  const count = slides.length;
  const [index, setIndex] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = hasPointer || hasFocus;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide gets its full time anew.
  useEffect(() => {
    const prefersLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!turnsByItself({ count, isStopped, isHeld, prefersLessMotion })) return;
    const timer = setTimeout(() => setIndex((at) => neighbour(at, 1, count)), TURN_MS);
    return () => clearTimeout(timer);
  }, [count, isStopped, isHeld, index]);

  const turn = (step: 1 | -1) => setIndex(neighbour(index, step, count));
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      onMouseEnter={() => setHasPointer(true)}
      onMouseLeave={() => setHasPointer(false)}
      // The button that stops and starts it doesn't hold it: starting would seem to do nothing.
      onFocus={(event: FocusEvent<HTMLElement>) =>
        setHasFocus(event.target.dataset.starts === undefined)
      }
      onBlur={() => setHasFocus(false)}
    >
      <div className={styles.slides} aria-live={isStopped || isHeld ? 'polite' : 'off'}>
        {slides.map(({ key, content }, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
          <div
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${at + 1} of ${count}`}
            className={styles.slide}
            data-shown={at === index}
          >
            {content}
          </div>
        ))}
      </div>
      <div className={styles.controls}>
        <button type="button" aria-label="Previous" onClick={() => turn(-1)}>
          <Icon name="arrow-left" />
        </button>
        <button type="button" aria-label="Next" onClick={() => turn(1)}>
          <Icon name="arrow-right" />
        </button>
        <button
          type="button"
          data-starts
          className={styles.starts}
          aria-label={isStopped ? 'Turn by itself' : 'Stop turning'}
          onClick={() => setStopped(!isStopped)}
        >
          <Icon name={isStopped ? 'play' : 'pause'} />
        </button>
        <p className={styles.place} aria-hidden="true">
          {index + 1} / {count}
        </p>
      </div>
    </section>
  );
}
