DROP TABLE `bank_texts`;--> statement-breakpoint
CREATE TABLE `bank_texts` (
	`id` integer PRIMARY KEY NOT NULL,
	`question_id` text NOT NULL,
	`question_text` text NOT NULL,
	`other_text` text NOT NULL,
	FOREIGN KEY (`question_id`) REFERENCES `bank_questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_texts_question` ON `bank_texts` (`question_id`);--> statement-breakpoint
CREATE TABLE `marking_totals` (
	`test_id` text NOT NULL,
	`college_id` text NOT NULL,
	`waiting` integer DEFAULT 0 NOT NULL,
	`marked` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`test_id`, `college_id`),
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `marking_totals_college` ON `marking_totals` (`college_id`);--> statement-breakpoint
-- Words of the questions, to find similar ones. The server adds the texts of existing questions when it starts.
CREATE VIRTUAL TABLE `bank_words` USING fts5(`text`, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'");--> statement-breakpoint
CREATE TRIGGER `bank_texts_insert` AFTER INSERT ON `bank_texts` BEGIN
  INSERT INTO `bank_words` (`rowid`, `text`) VALUES (NEW.`id`, NEW.`question_text`);
END;--> statement-breakpoint
CREATE TRIGGER `bank_texts_update` AFTER UPDATE ON `bank_texts` BEGIN
  UPDATE `bank_words` SET `text` = NEW.`question_text` WHERE `rowid` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `bank_texts_delete` AFTER DELETE ON `bank_texts` BEGIN
  DELETE FROM `bank_words` WHERE `rowid` = OLD.`id`;
END;--> statement-breakpoint
INSERT INTO `marking_totals` (`test_id`, `college_id`, `waiting`, `marked`)
  SELECT `answer_marks`.`test_id`, `answer_marks`.`college_id`, sum(`marks` IS NULL), sum(`marks` IS NOT NULL)
  FROM `answer_marks` JOIN `attempts` ON `attempts`.`id` = `answer_marks`.`attempt_id`
  WHERE `submitted_at` IS NOT NULL GROUP BY 1, 2;--> statement-breakpoint
CREATE TRIGGER `answer_marks_totals_insert` AFTER INSERT ON `answer_marks` BEGIN
  INSERT INTO `marking_totals` (`test_id`, `college_id`, `waiting`, `marked`)
    SELECT NEW.`test_id`, NEW.`college_id`, NEW.`marks` IS NULL, NEW.`marks` IS NOT NULL
    FROM `attempts` WHERE `id` = NEW.`attempt_id` AND `submitted_at` IS NOT NULL
    ON CONFLICT DO UPDATE SET `waiting` = `waiting` + excluded.`waiting`, `marked` = `marked` + excluded.`marked`;
END;--> statement-breakpoint
CREATE TRIGGER `answer_marks_totals_update` AFTER UPDATE OF `marks` ON `answer_marks`
  WHEN (OLD.`marks` IS NULL) <> (NEW.`marks` IS NULL) BEGIN
  UPDATE `marking_totals` SET
    `waiting` = `waiting` - (OLD.`marks` IS NULL) + (NEW.`marks` IS NULL),
    `marked` = `marked` - (OLD.`marks` IS NOT NULL) + (NEW.`marks` IS NOT NULL)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`
      AND EXISTS (SELECT 1 FROM `attempts` WHERE `id` = NEW.`attempt_id` AND `submitted_at` IS NOT NULL);
END;--> statement-breakpoint
CREATE TRIGGER `answer_marks_totals_delete` AFTER DELETE ON `answer_marks` BEGIN
  UPDATE `marking_totals` SET
    `waiting` = `waiting` - (OLD.`marks` IS NULL),
    `marked` = `marked` - (OLD.`marks` IS NOT NULL)
    WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
      AND EXISTS (SELECT 1 FROM `attempts` WHERE `id` = OLD.`attempt_id` AND `submitted_at` IS NOT NULL);
END;--> statement-breakpoint
-- Submitting and reopening an attempt.
CREATE TRIGGER `attempts_marking_totals_update` AFTER UPDATE OF `submitted_at` ON `attempts`
  WHEN (OLD.`submitted_at` IS NULL) <> (NEW.`submitted_at` IS NULL)
    AND EXISTS (SELECT 1 FROM `answer_marks` WHERE `attempt_id` = NEW.`id`) BEGIN
  INSERT INTO `marking_totals` (`test_id`, `college_id`) VALUES (NEW.`test_id`, NEW.`college_id`) ON CONFLICT DO NOTHING;
  UPDATE `marking_totals` SET
    `waiting` = `waiting` + iif(NEW.`submitted_at` IS NULL, -1, 1) *
      (SELECT count(*) FROM `answer_marks` WHERE `attempt_id` = NEW.`id` AND `marks` IS NULL),
    `marked` = `marked` + iif(NEW.`submitted_at` IS NULL, -1, 1) *
      (SELECT count(*) FROM `answer_marks` WHERE `attempt_id` = NEW.`id` AND `marks` IS NOT NULL)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`;
END;--> statement-breakpoint
-- Before, because the marks are deleted after their attempt, whose state is then unknown.
CREATE TRIGGER `attempts_marking_totals_delete` BEFORE DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL BEGIN
  UPDATE `marking_totals` SET
    `waiting` = `waiting` - (SELECT count(*) FROM `answer_marks` WHERE `attempt_id` = OLD.`id` AND `marks` IS NULL),
    `marked` = `marked` - (SELECT count(*) FROM `answer_marks` WHERE `attempt_id` = OLD.`id` AND `marks` IS NOT NULL)
    WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
      AND EXISTS (SELECT 1 FROM `answer_marks` WHERE `attempt_id` = OLD.`id`);
END;
