/** Leads to the bank's page once, and is ready again for who comes back from there. */
import { useEffect, useState } from 'react';
import { ApiProblem } from '#web/shared/api-problem.ts';

export interface GatewayVisit {
  pending: boolean;
  /** Why the payment did not start, or null. */
  problem: string | null;
  /** Asks the server for the bank's page and goes there. */
  start: (ask: () => Promise<{ payment_url: string }>) => Promise<void>;
  /** Says why it can't start, without asking. */
  refuse: (problem: string) => void;
}

export function useGatewayVisit(): GatewayVisit {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  // Coming back from the bank's page by the back button shows this page as it was left.
  useEffect(() => {
    const ready = () => setPending(false);
    window.addEventListener('pageshow', ready);
    return () => window.removeEventListener('pageshow', ready);
  }, []);

  async function start(ask: () => Promise<{ payment_url: string }>) {
    setProblem(null);
    setPending(true);
    try {
      const { payment_url } = await ask();
      window.location.assign(payment_url);
    } catch (error) {
      setPending(false);
      setProblem(paymentProblem(error));
    }
  }

  return { pending, problem, start, refuse: setProblem };
}

/** What to say of a payment that could not be started (specification, section 8). */
export function paymentProblem(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'An error occurred while initiating payment';
  if (error.code === 'unreadable-reply') return 'Failed to initiate payment';
  return error.message;
}
