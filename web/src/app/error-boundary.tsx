/**
 * The last safety net: when a page breaks while it is shown, this says so in plain words and offers a way to go on.
 * Most often the network didn't deliver a chunk, so the first offer is to try again. If a newer version has replaced
 * the chunk on the server meanwhile, the message says that instead of blaming the network. A boundary within a frame
 * leaves the frame in place.
 */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ExamFirst } from '#web/shared/exam-first.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { isLost, isReplaced, mendPage } from '../shared/mend-page.ts';
import { doEarlyPress } from './early-press.ts';
import styles from './error-boundary.module.css';

const SAFE = ' Everything you’ve answered or saved is safe.';
const unshown = () => ({
  title: navigator.onLine ? 'We couldn’t show this page' : 'This page needs a network',
  message: `The network may have dropped. Please check mobile data or Wi‑Fi, then try again.${SAFE}`,
});
const RENEWED = {
  title: 'This site has been updated',
  message: `Please load this page again.${SAFE}`,
  retry: 'Load the page again',
};

interface ErrorBoundaryProps {
  /** The address that the reader is at; a different address is a new start. */
  place: string;
  /** The message for a boundary within a frame, which stays in place and leads on. */
  within?: { title: string; message: string };
  children: ReactNode;
}

interface ErrorBoundaryState {
  place: string;
  failed: boolean;
  renewed?: boolean;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { place: this.props.place, failed: false };

  static getDerivedStateFromError() {
    return { failed: true, renewed: false };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return place === state.place ? null : { place, failed: false };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A page could not be shown', error, info.componentStack);
    if (isLost(error)) {
      mendPage(true);
      isReplaced().then((renewed) => this.setState({ renewed }));
    }
    doEarlyPress(); // the page that would have done it never comes to life
  }

  override render() {
    const { within, children } = this.props;
    const { failed, renewed } = this.state;
    if (!failed) return children;
    const told = renewed ? RENEWED : (within ?? unshown());
    const panel = { heading: 'h1', onRetry: () => location.reload(), ...told } as const;
    if (within)
      return (
        <div className={styles.page}>
          <PageMeta title={told.title} />
          <FailedState {...panel} />
        </div>
      );
    return (
      <main id="content" tabIndex={-1} className={styles.page}>
        <PageMeta title={told.title} />
        <FailedState {...panel} first={<ExamFirst />}>
          {/* A full page load, because the app itself may be what broke. */}
          <a href="/">Go to the home page</a>
        </FailedState>
      </main>
    );
  }
}
