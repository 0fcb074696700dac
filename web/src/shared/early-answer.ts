// The answer to a form that was sent before its page's script had come (web/build/first-script.ts): taken up instead of
// asking twice, by whoever would send the very same.
declare global {
  var earlyAnswer: { url: string; body: string; answer: Promise<Response> } | undefined;
}

export function takeEarlyAnswer(url: string, { body }: RequestInit): Promise<Response> | null {
  const early = globalThis.earlyAnswer;
  if (early?.url !== url || early.body !== body) return null;
  globalThis.earlyAnswer = undefined;
  return early.answer;
}
