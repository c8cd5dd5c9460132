-- Reports of targets name the subject of an exchange as data, no longer as an English text: they are written anew at the next read.
update collect_targets set state = null, state_at = null;
