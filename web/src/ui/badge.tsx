/** A state in one word; the colour only repeats what word and icon already say. */
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import tones from './tones.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warn' | 'danger';

interface BadgeProps {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, tone === 'neutral' ? styles.neutral : tones[tone])}>
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </span>
  );
}
