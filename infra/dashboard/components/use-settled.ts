import { useEffect, useState } from 'react';

/** Debounces a value: returns the last value that did not change for this time. Objects would differ at each render. */
export function useSettled<Value extends string | number>(value: Value, milliseconds = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);

    return () => clearTimeout(timer);
  }, [value, milliseconds]);

  return settled;
}
