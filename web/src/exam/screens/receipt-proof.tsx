/** The receipt in its long form: as a code that any phone's camera opens, and as a file. */
import { useEffect } from 'react';
import type { Receipt } from '#contract/wire/sync.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import { QrCode } from '#web/shared/qr-code.tsx';
import { fetchReceiptKeys } from '#web/shared/receipt-keys.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/ui/button.tsx';

interface ReceiptProofProps {
  examName: string;
  receipt: Receipt;
}

export function ReceiptProof({ examName, receipt }: ReceiptProofProps) {
  // Fetched now, so that the receipt can also be checked on this phone without a network.
  useEffect(() => void fetchReceiptKeys(), []);
  const { text, code, receivedAt } = receipt;
  if (!text) return null;
  const page = `${location.origin}${paths.checkReceipt}`;
  const save = () => {
    const lines = [
      `Receipt ${code}`,
      examName,
      `Received by the exam server on ${formatDateTime(receivedAt)}`,
      `Anyone can check it at ${page}`,
      '',
      text,
      '',
    ];
    saveFile(new Blob([lines.join('\n')], { type: 'text/plain' }), `receipt-${code}.txt`);
  };
  return (
    <>
      <QrCode text={`${page}#${text}`} label="Your receipt as a code" />
      <p>Anyone can check it at {page}, without an account.</p>
      <Button icon="download" onClick={save}>
        Save receipt
      </Button>
    </>
  );
}
