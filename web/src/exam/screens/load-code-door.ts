/** The door for a start code: fetched while the paper is, so that it is here when nothing else can be. */
export const loadCodeDoor = () => import('./code-door.tsx');
