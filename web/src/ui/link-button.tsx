/** A link that looks like a button: for going somewhere, never for doing something. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type ButtonLook, buttonClass } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

type LinkButtonProps = ButtonLook & {
  /** A path of this app. */
  to: string;
  icon?: IconName;
  replace?: boolean;
  /** The state that is passed to the page it leads to. */
  state?: object;
  children: ReactNode;
};

export function LinkButton({
  to,
  icon,
  replace = false,
  state,
  children,
  ...look
}: LinkButtonProps) {
  return (
    <Link to={to} replace={replace} state={state} className={buttonClass(look)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}
