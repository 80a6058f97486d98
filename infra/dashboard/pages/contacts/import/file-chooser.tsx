import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import './import.css';

interface FileChooserProps {
  readonly onChoose: (file: File) => void;
  /** The limits and the format of the file. */
  readonly hint: string;
}

/** An area to drop a file on, with a button to choose a file. */
export function FileChooser({ onChoose, hint }: FileChooserProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button.
    <div
      className="file-chooser"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span className="state-icon" aria-hidden="true">
        <FileUp />
      </span>
      <label htmlFor={id} className="strong">
        Drop a CSV file here
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className="muted">{hint}</p>
    </div>
  );
}
