// Where file contents lie. Names are ours (a random id), never a sender's.
export type FileStore = {
  put(id: string, content: Uint8Array): Promise<void>;
  /** Null when there is none. */
  get(id: string): Promise<Uint8Array | null>;
  remove(id: string): Promise<void>;
};
