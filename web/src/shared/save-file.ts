/** Hands a file to the browser's downloads under the given name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the content once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
