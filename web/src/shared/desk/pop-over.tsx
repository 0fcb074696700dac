/**
 * A button that opens something over the page, with the browser's own popover, so that no scrolling table cuts it off.
 * Escape, a press elsewhere, and scrolling the page behind close it. Without `first`, its content exists only while it
 * is open.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './pop-over.module.css';
import { rowActClass } from './row-act.tsx';

interface PopOverProps {
  label: string;
  /** The id of the element that names the row. */
  describedBy?: string | undefined;
  className?: string | undefined;
  /** A press inside closes the popover, as with the acts of a menu. */
  closesOnPress?: boolean;
  onKeyDown?: (press: KeyboardEvent<HTMLElement>) => void;
  /** Finds the element at which Arrow down on the button opens the popover. */
  first?: (list: HTMLElement) => HTMLElement | undefined;
  children: ReactNode;
}

export function PopOver(props: PopOverProps) {
  const {
    label,
    describedBy,
    className,
    closesOnPress = false,
    onKeyDown,
    first,
    children,
  } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    if (open && button.current && list.current) placeUnder(button.current, list.current);
  }, [open]);

  // Scrolling moves the button away from its list. The event of a scroll just before the press may come after it, so
  // compare places.
  useEffect(() => {
    const place = () => button.current?.getBoundingClientRect();
    const at = place();
    if (!open) return;
    const close = () => {
      const now = place();
      const stands = now?.top === at?.top && now?.right === at?.right;
      if (!stands && list.current?.matches(':popover-open')) list.current.hidePopover();
    };
    window.addEventListener('scroll', close, { capture: true, passive: true });
    window.addEventListener('resize', close);
    return () => {
      window.removeEventListener('scroll', close, { capture: true });
      window.removeEventListener('resize', close);
    };
  }, [open]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={rowActClass()}
        popoverTarget={id}
        aria-describedby={describedBy}
        onKeyDown={(press) => {
          if (press.key !== 'ArrowDown' || !first || !list.current) return;
          press.preventDefault();
          list.current.showPopover();
          first(list.current)?.focus();
        }}
      >
        {label}
        <Icon name="chevron-down" size="sm" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys only move between the acts inside. */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={classNames(styles.list, className)}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={() => closesOnPress && list.current?.hidePopover()}
      >
        {(open || first) && children}
      </div>
    </>
  );
}

/** Aligned to the right end of the button; above it when there is no room below. */
function placeUnder(button: HTMLElement, list: HTMLElement) {
  const near = button.getBoundingClientRect();
  const { offsetHeight: height, offsetWidth: width } = list;
  const fits = near.bottom + height <= window.innerHeight;
  list.style.top = `${fits ? near.bottom : Math.max(0, near.top - height)}px`;
  list.style.left = `${Math.max(0, near.right - width)}px`;
}

interface MoreActsProps {
  /** The id of the element that names the row. */
  describedBy: string;
  /** Buttons and links. */
  children: ReactNode;
}

/** The less frequent acts on a row, in one menu. Tab, arrows, Home and End move through it; each act closes it. */
export function MoreActs({ describedBy, children }: MoreActsProps) {
  return (
    <PopOver
      label="More"
      describedBy={describedBy}
      className={styles.acts}
      closesOnPress
      onKeyDown={walk}
      first={(list) => actsOf(list)[0]}
    >
      {children}
    </PopOver>
  );
}

function actsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('a, button')];
}

function walk(press: KeyboardEvent<HTMLElement>) {
  const acts = actsOf(press.currentTarget);
  const at = acts.findIndex((act) => act.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[press.key];
  if (to === undefined) return;
  press.preventDefault();
  acts.at(to % acts.length)?.focus();
}
