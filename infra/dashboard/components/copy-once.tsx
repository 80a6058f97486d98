import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import './copy-once.css';

interface CopyOnceProps {
  readonly label: string;
  readonly secret: string;
}

/** A secret that the service returns once, with a button that copies it. */
export function CopyOnce({ label, secret }: CopyOnceProps) {
  return (
    <div className="copy-once">
      <Notice tone="warning">This is the only time that it is shown. Copy it to a safe place now.</Notice>
      <CopyField label={label} value={secret} />
    </div>
  );
}

export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };

  return (
    <div className="copy-field">
      <input
        className="input"
        aria-label={label}
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <Button icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? `${label} copied` : ''}
      </span>
    </div>
  );
}
