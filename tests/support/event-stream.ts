// Reads server-sent events as they come.
type Heard = { event: string; id: string; data: unknown };

export type EventReader = {
  /** The next event of that name; skips the events before it. Fails when the stream has ended. */
  next(event: string): Promise<Heard>;
  close(): Promise<void>;
};

export function readEvents(response: Response): EventReader {
  if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const one = async (): Promise<Heard> => {
    for (let end = text.indexOf('\n\n'); end < 0; end = text.indexOf('\n\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream has ended');
      text += decoder.decode(value, { stream: true });
    }
    const end = text.indexOf('\n\n');
    const lines = text.slice(0, end).split('\n');
    text = text.slice(end + 2);
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
    return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) };
  };
  return {
    async next(event) {
      for (;;) {
        const heard = await one();
        if (heard.event === event) return heard;
      }
    },
    close: () => reader.cancel(),
  };
}
