/**
 * When a waiting version of the app may take over (offline rule 5): never between the start of a sitting
 * and its receipt, never over something typed, and only when the user moves on or asks for it.
 */

/** `navigated`: the user has just moved to another page. `tapped`: the user chose "Update". */
export type UpdateOccasion = 'navigated' | 'tapped';

export interface UpdateCircumstances {
  /** Whether this device holds a sitting that has started and has no receipt. */
  readonly isSittingUnderWay: () => Promise<boolean>;
  /** Whether something was typed on the page since it was opened. */
  readonly isSomethingTyped: () => boolean;
}

/**
 * Asked at the moment of the occasion. Unreadable storage counts as a sitting under way: an old version
 * does no harm, a new one at the wrong moment does.
 */
export async function canActivateUpdate(
  occasion: UpdateOccasion,
  { isSittingUnderWay, isSomethingTyped }: UpdateCircumstances,
): Promise<boolean> {
  const underWay = await isSittingUnderWay().catch(() => true);
  if (underWay) return false;
  // Asked after the wait, since fingers are faster than storage. A tap on "Update" is the user's word.
  return occasion === 'tapped' || !isSomethingTyped();
}
