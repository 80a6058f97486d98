import { Button } from '../button.tsx';
import { noSelection, type Selection } from './data-table.tsx';
import { focusList } from './focus-list.ts';

interface ClearSelectionProps {
  readonly select: (selection: Selection) => void;
  readonly label: string;
}

/** The button goes with the selection, so the list gets the focus. */
export const ClearSelection = ({ select, label }: ClearSelectionProps) => (
  <Button
    variant="quiet"
    onClick={() => {
      focusList();
      select(noSelection);
    }}
  >
    {label}
  </Button>
);
