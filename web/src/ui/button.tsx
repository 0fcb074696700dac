/** The product's button: never smaller than 48 px, says what is going on while pending, and can't fire twice. */
import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** `primary`: once per view. `quiet`: for minor acts. `danger`: for acts that can't be taken back. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: 'md' | 'lg';
  /** Fills the width of its container. */
  full?: boolean;
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: IconName;
    /** While true a press does nothing, and `pendingLabel` (if given) replaces the label. */
    pending?: boolean;
    pendingLabel?: string;
  };

export function buttonClass({ variant = 'secondary', size = 'md', full = false }: ButtonLook) {
  return classNames(
    styles.button,
    styles[variant],
    size === 'lg' && styles.large,
    full && styles.full,
  );
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    full,
    icon,
    pending = false,
    pendingLabel,
    className,
    onClick,
    ...rest
  } = props;
  const look = { ...(variant && { variant }), ...(size && { size }), ...(full && { full }) };
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(look), className)}
      // `disabled` would lose the focus after a press.
      aria-disabled={pending || rest['aria-disabled']}
      onClick={(press) => (pending ? press.preventDefault() : onClick?.(press))}
    >
      {pending ? (
        <span className={styles.turning} aria-hidden="true" />
      ) : (
        icon && <Icon name={icon} />
      )}
      <span>{pending && pendingLabel ? pendingLabel : props.children}</span>
    </button>
  );
}
