/**
 * The acts on a row that are used less: a button that opens them in a list over the page, on the browser's own
 * popover, so that no scrolling table cuts it off. Tab, arrows, Home and End walk through it; Escape, a press
 * elsewhere and each act close it.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './more-acts.module.css';
import { rowActClass } from './row-act.tsx';

interface MoreActsProps {
  /** The id of what names the row. */
  describedBy: string;
  /** Buttons and links. */
  children: ReactNode;
}

export function MoreActs({ describedBy, children }: MoreActsProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  // What scrolls moves the button away from under its list.
  useEffect(() => {
    const close = () => list.current?.matches(':popover-open') && list.current.hidePopover();
    window.addEventListener('scroll', close, { capture: true, passive: true });
    window.addEventListener('resize', close);
    return () => {
      window.removeEventListener('scroll', close, { capture: true });
      window.removeEventListener('resize', close);
    };
  }, []);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={rowActClass()}
        popoverTarget={id}
        aria-describedby={describedBy}
        onKeyDown={(press) => {
          if (press.key !== 'ArrowDown') return;
          press.preventDefault();
          list.current?.showPopover();
          actsOf(list.current)[0]?.focus();
        }}
      >
        More
        <Icon name="chevron-down" size="sm" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys only move between the acts inside. */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={styles.list}
        onToggle={() => button.current && list.current && placeUnder(button.current, list.current)}
        onKeyDown={walk}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}

function actsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('a, button') ?? [])];
}

function walk(press: KeyboardEvent<HTMLElement>) {
  const acts = actsOf(press.currentTarget);
  const at = acts.findIndex((act) => act.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[press.key];
  if (to === undefined) return;
  press.preventDefault();
  acts.at(to % acts.length)?.focus();
}

/** Ends where the button ends; above it where there is no room below. */
function placeUnder(button: HTMLElement, list: HTMLElement) {
  const near = button.getBoundingClientRect();
  const { offsetHeight: height, offsetWidth: width } = list;
  const fits = near.bottom + height <= window.innerHeight;
  list.style.top = `${fits ? near.bottom : Math.max(0, near.top - height)}px`;
  list.style.left = `${Math.max(0, near.right - width)}px`;
}
