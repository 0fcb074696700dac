/** Copies a text, and says so in place of its label; also that the browser refused. */
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'icon' | 'onClick'> & { text: string };

export function CopyButton({ text, children, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <Button
      {...rest}
      icon={copied ? 'check' : 'copy'}
      onClick={async () => {
        try {
          await navigator.clipboard.writeText(text); // there is no clipboard on a page without https
          setCopied(true);
        } catch {
          setCopied(false);
        }
      }}
    >
      {copied === null ? children : copied ? 'Copied' : 'Couldn’t copy'}
    </Button>
  );
}
