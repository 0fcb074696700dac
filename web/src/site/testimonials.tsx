/** What people say, one at a time. */

import { type ReactNode, useEffect, useRef } from 'react';
import { Band } from '#web/site/parts/band.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { turnCarousel } from './parts/turn-carousel.ts';
import styles from './testimonials.module.css';

/**
 * Sample content: these people are fictitious. A provider puts the words of real people here, with their
 * consent, before the site opens.
 */
interface Testimonial {
  /** One of the portraits drawn below. */
  image: 'plait' | 'short' | 'bun' | 'glasses';
  name: string;
  text: string;
  role?: string;
}

const testimonials: readonly Testimonial[] = [
  {
    image: 'plait',
    name: 'Lavanya Boddu',
    text: 'The signal went in the middle of my paper. I went on writing, and at the end it still said received. I cried a little.',
    role: 'Accounts assistant, Warangal',
  },
  {
    image: 'short',
    name: 'Imran Qureshi',
    text: 'I knew my typing was good. The score sheet said so to a company that had never heard of my college.',
    role: 'Virtual assistant, Nizamabad',
  },
  {
    image: 'bun',
    name: 'Saraswathi Venkataramanan',
    text: 'We needed nine people for night support. We interviewed twelve and took nine. All twelve could do the work.',
    role: 'Operations manager at a clinic group',
  },
  {
    image: 'glasses',
    name: 'Joseph Minz',
    text: 'Five weeks of training, every evening on my phone after work. The exam at the end felt like one more lesson.',
  },
];

export function Testimonials() {
  return (
    <Band id="voices" title="What people say" ground="slab">
      <Carousel
        label="Voices"
        slides={testimonials.map(({ image, name, text, role }) => ({
          key: name,
          content: (
            <figure className={styles.voice}>
              <Portrait look={image} />
              <div className={styles.said}>
                <blockquote>
                  <p>“{text}”</p>
                </blockquote>
                <figcaption>
                  <strong>{name}</strong>
                  {role && <span>{role}</span>}
                </figcaption>
              </div>
            </figure>
          ),
        }))}
      />
    </Band>
  );
}

const hair: Record<Testimonial['image'], string> = {
  plait:
    'M35 45c0-13 6-20 15-20s15 7 15 20c0 7 6 12 5 26-1 6-7 6-8 0-1-9 0-18-2-24-6-2-9-5-10-9-2 4-6 7-13 8Z',
  short: 'M35 45c-1-14 5-20 15-20s16 6 15 20c-2-5-3-8-5-10-6 2-14 2-20 0-2 2-3 5-5 10Z',
  bun: 'M50 12a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM34 47c0-15 6-23 16-23s16 8 16 23c-4-4-6-8-7-12-5 3-13 3-18 0-1 4-3 8-7 12Z',
  glasses: 'M36 42c-1-12 5-17 14-17s15 5 14 17c-3-3-4-5-5-8-6 2-12 2-18 0-1 3-2 5-5 8Z',
};

/** A drawn person, in the house's few colours: nobody's photograph. Decoration beside the name. */
function Portrait({ look }: { look: Testimonial['image'] }) {
  return (
    <svg className={styles.portrait} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <circle className={styles.ground} cx="50" cy="50" r="49" />
      <path className={styles.clothes} d="M17 86c4-16 17-23 33-23s29 7 33 23a49 49 0 0 1-66 0Z" />
      <path className={styles.skin} d="M43 56h14v11c-4 4-10 4-14 0Z" />
      <ellipse className={styles.skin} cx="50" cy="46" rx="13.5" ry="16" />
      <path className={styles.hair} d={hair[look]} />
      {look === 'glasses' && (
        <path className={styles.glasses} d="M38 46h9v6h-9Zm15 0h9v6h-9Zm-6 2h6" />
      )}
    </svg>
  );
}

interface CarouselProps {
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
}

/**
 * One slide at a time, turning every five seconds (turn-carousel.ts). All slides lie in the same place, so that turning
 * moves nothing below.
 */
function Carousel({ label, slides }: CarouselProps) {
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
          aria-label="Stop playing"
        >
          <Icon name="pause" />
          <Icon name="play" />
        </button>
        {/* The carousel may have turned before React takes over. */}
        <p className={styles.place} aria-hidden="true" data-place suppressHydrationWarning>
          {`1 / ${slides.length}`}
        </p>
      </div>
    </section>
  );
}
