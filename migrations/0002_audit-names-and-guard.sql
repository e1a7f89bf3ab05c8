-- What was written before names were kept gets them from whoever still exists.
UPDATE `audit_entries` SET
  `actor_name` = (SELECT `name` FROM `users` WHERE `users`.`id` = `audit_entries`.`actor_id`),
  `actor_email` = (SELECT `email` FROM `users` WHERE `users`.`id` = `audit_entries`.`actor_id`),
  `subject_name` = CASE `subject_type`
    WHEN 'college' THEN (SELECT `name` FROM `colleges` WHERE `colleges`.`id` = `subject_id`)
    WHEN 'member' THEN (SELECT `name` FROM `users` WHERE `users`.`id` = `subject_id`)
    WHEN 'test' THEN (SELECT `test_name` FROM `tests` WHERE `tests`.`id` = `subject_id`)
    WHEN 'assignment' THEN (
      SELECT `test_name` FROM `assignments` JOIN `tests` ON `tests`.`id` = `assignments`.`test_id`
      WHERE `assignments`.`id` = `subject_id`)
  END;--> statement-breakpoint
-- From here on the log can only grow.
CREATE TRIGGER `audit_entries_keep` BEFORE UPDATE ON `audit_entries` BEGIN
  SELECT raise(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay` BEFORE DELETE ON `audit_entries` BEGIN
  SELECT raise(ABORT, 'the audit log is append-only');
END;
