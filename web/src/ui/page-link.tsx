/** A link that looks like a button and loads its page anew: it is the way out of the exam. */
import type { ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

type PageLinkProps = ButtonLook & {
  /** A path of this app. */
  to: string;
  icon?: IconName;
  children: ReactNode;
};

export function PageLink({ to, icon, children, ...look }: PageLinkProps) {
  return (
    <a href={to} className={buttonClass(look)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}
