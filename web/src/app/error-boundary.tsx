/**
 * The last net: whatever breaks while showing a page ends here in plain words with a way on. Most
 * often a chunk that the network didn't deliver, so trying again is the first thing offered; or one of a version that a newer
 * one replaced on the server meanwhile, and then nobody blames the network. One within a frame leaves the frame standing.
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
  /** Where the reader is; arriving elsewhere is a new start. */
  place: string;
  /** In a frame that stands and leads on: what its reader is told. */
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
          {/* A full load, because the app itself may be what broke. */}
          <a href="/">Go to the home page</a>
        </FailedState>
      </main>
    );
  }
}
