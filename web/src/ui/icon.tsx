/**
 * The one icon family: 24-unit grid, round 1.75 stroke, drawn for this product. Icons are decoration beside a word, so
 * they are hidden from screen readers; a control that is only an icon has a name of its own.
 */
import styles from './icon.module.css';

const paths = {
  alert: 'M12 3.5 21.5 20h-19L12 3.5Zm0 6.5v4.5m0 2.6v.1',
  'arrow-down': 'M12 5v14m6-6-6 6-6-6',
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  'arrow-up': 'M12 19V5m-6 6 6-6 6 6',
  bookmark: 'M6.5 4h11v16.5L12 16l-5.5 4.5V4Z',
  calendar: 'M4 6.5h16v13.5H4V6.5Zm0 4.5h16M8 3.5v5m8-5v5',
  camera:
    'M3.5 8h4l1.7-2.5h5.6L16.5 8h4v11.5h-17V8Zm8.5 2.2a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6Z',
  chart: 'M4 20h16M7.5 16.5v-5m4.5 5V5m4.5 11.5V9',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'circle-check': 'M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6Zm-3.8 9 2.7 2.7 5-5.4',
  'circle-cross':
    'M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6ZM9.2 9.2l5.6 5.6m0-5.6-5.6 5.6',
  clock: 'M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6Zm0 4.1V12l3.2 2',
  cloud: 'M7.3 18.5a4.3 4.3 0 0 1-.4-8.6 5.6 5.6 0 0 1 10.8 1.2 3.7 3.7 0 0 1-.5 7.4H7.3Z',
  copy: 'M8.5 8.5H20V20H8.5V8.5ZM15.5 8.5V4H4v11.5h4.5',
  cross: 'm6 6 12 12M18 6 6 18',
  document: 'M6 3.5h8l4.5 4.5v12.5H6v-17Zm8 0V8h4.5M9 12.5h6M9 16h6',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  eye: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12ZM12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z',
  'eye-off':
    'M4 4l16 16M9.9 6.1A9 9 0 0 1 12 5.8c6 0 9.5 6.2 9.5 6.2a16 16 0 0 1-2.9 3.5M6 7.9A15.5 15.5 0 0 0 2.5 12S6 18.2 12 18.2a9 9 0 0 0 3.6-.8',
  grid: 'M4.5 4.5h6v6h-6v-6Zm9 0h6v6h-6v-6Zm-9 9h6v6h-6v-6Zm9 0h6v6h-6v-6Z',
  info: 'M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6Zm0 7.3v6m0-9v.1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  pause: 'M8.5 5.5v13m7-13v13',
  phone: 'M7.5 2.8h9v18.4h-9V2.8Zm3.5 15.4h2',
  play: 'M7.5 5v14l11-7-11-7Z',
  refresh: 'M19.5 9A8 8 0 1 0 20 13.5M20 4v5h-5',
  rupee: 'M6.5 4.5h11M6.5 9h11M6.5 4.5h3.3a4.5 4.5 0 0 1 0 9H6.5l7.5 7',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3 5.2 5.2',
  send: 'M20.5 3.5 10 14M20.5 3.5 14 20.5 10 14l-6.5-4 17-6.5Z',
  shield: 'M12 3 5 5.7v5.5c0 4.6 2.9 7.7 7 9.8 4.1-2.1 7-5.2 7-9.8V5.7L12 3Zm-3 9 2.2 2.2L15.2 10',
  trash: 'M5 7h14M10 7V4h4v3m-7.5 0 .8 13h9.4l.8-13M10.5 11v5.5m3-5.5v5.5',
  upload: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 20h14',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 'md' }: { name: IconName; size?: 'sm' | 'md' | 'lg' }) {
  return (
    <svg className={styles[size]} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
