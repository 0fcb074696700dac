// A corrected key and what it changes: shown first, applied when confirmed (decisions.md section 5).

/**
 * `checking`: the scores are being worked out; `ready`: the list waits for a person; `applying`: it is being
 * written; afterwards `checking` once more, for sittings that changed meanwhile; `done`: nothing is left.
 */
export type RescoreState = 'checking' | 'ready' | 'applying' | 'done';
