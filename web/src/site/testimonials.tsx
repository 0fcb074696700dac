/** What people say, one at a time. */
import { Band } from '#web/site/parts/band.tsx';
import { Carousel } from '#web/site/parts/carousel.tsx';
import { testimonials } from './content/testimonials.ts';
import { Portrait } from './portrait.tsx';
import styles from './testimonials.module.css';

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
