DROP INDEX `student_totals_college_completed`;--> statement-breakpoint
ALTER TABLE `student_totals` ADD `kinds` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Students whose kinds are to be read again from their attempts.
CREATE VIEW `kind_changes` AS SELECT '' AS `student_id` WHERE 0;--> statement-breakpoint
CREATE TRIGGER `kind_changes_read` INSTEAD OF INSERT ON `kind_changes` BEGIN
  UPDATE `student_totals` SET `kinds` = (
    SELECT coalesce(group_concat(DISTINCT '[' || `test_type` || '/' || `subject` || ']'), '')
    FROM `attempts` JOIN `tests` ON `tests`.`id` = `test_id` WHERE `student_id` = NEW.`student_id` AND `submitted_at` IS NOT NULL
  ) WHERE `student_id` = NEW.`student_id`;
END;--> statement-breakpoint
-- Only where it may change them: a kind that is new to the student, an attempt that is no longer submitted. Whether the other trigger of
-- these deltas runs before is SQLite's choice, so this one makes the row, too.
CREATE TRIGGER `result_deltas_kinds` INSTEAD OF INSERT ON `result_deltas` BEGIN
  INSERT INTO `student_totals` (`student_id`, `college_id`) SELECT NEW.`student_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  INSERT INTO `kind_changes` SELECT NEW.`student_id` WHERE CASE
    WHEN NEW.`sign` > 0 THEN NOT instr(
      (SELECT `kinds` FROM `student_totals` WHERE `student_id` = NEW.`student_id`),
      (SELECT '[' || `test_type` || '/' || `subject` || ']' FROM `tests` WHERE `id` = NEW.`test_id`))
    ELSE NOT EXISTS (
      SELECT 1 FROM `attempts` WHERE `student_id` = NEW.`student_id` AND `test_id` = NEW.`test_id` AND `submitted_at` IS NOT NULL)
    END;
END;--> statement-breakpoint
CREATE TRIGGER `tests_kinds_update` AFTER UPDATE OF `test_type`, `subject` ON `tests` WHEN
  OLD.`test_type` IS NOT NEW.`test_type` OR OLD.`subject` IS NOT NEW.`subject`
BEGIN
  INSERT INTO `kind_changes` SELECT `student_id` FROM `attempts` WHERE `test_id` = NEW.`id` AND `submitted_at` IS NOT NULL;
END;--> statement-breakpoint
-- What is there already.
INSERT INTO `kind_changes` SELECT `student_id` FROM `student_totals`;--> statement-breakpoint
CREATE INDEX `student_totals_college_completed` ON `student_totals` (`college_id`,`completed`,`student_id`,`kinds`);
