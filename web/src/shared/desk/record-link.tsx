/** A link from a list to one of its records, and the record's way back to the list as it stood: searched, filtered, sorted, paged. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '#web/shared/paths.ts';

const cameFromSchema = z.object({ list: z.string() });
type CameFrom = z.output<typeof cameFromSchema>;

interface RecordLinkProps {
  to: string;
  children: ReactNode;
}

export function RecordLink({ to, children }: RecordLinkProps) {
  return (
    <Link to={to} state={useCameFrom()}>
      {children}
    </Link>
  );
}

/** What a link to a record carries. */
export function useCameFrom(): CameFrom {
  const { pathname, search } = useLocation();
  return { list: `${pathname}${search}` };
}

/** @param list where the way back leads for who came from elsewhere */
export function useWayBack(list: string): string {
  const came = cameFromSchema.safeParse(useLocation().state).data?.list ?? '';
  return came.startsWith(list) && /^[?&]/.test(came.slice(list.length)) ? came : list;
}

/** The one order in the list of orders. Beside the addresses that a candidate's phone carries, for the desk alone. */
export function orderSearchPath(orderId: string): string {
  return `${paths.paymentDesk}?${new URLSearchParams({ search: orderId })}`;
}
